package main

import "math/rand"

var placesCorruptions = map[string]corruption{
	"one more begins while all places are held": func(ops []Op, random *rand.Rand) []Op {
		times := fullTimes(ops)
		if len(times) == 0 {
			return nil
		}
		t := times[random.Intn(len(times))]
		return append(ops, Op{Kind: "job", Input: Input{Label: "one more"}, Invoked: t, Answered: &t, Output: &Output{Status: 200}})
	},
	"an ended prediction keeps its place": func(ops []Op, random *rand.Rand) []Op {
		label := pick(random, outlivedBy(ops))
		return reshow(ops, label, func(_ Op, item *Item) {
			if isFinal(item.State) {
				item.State = begun
			}
		})
	},
	"a prediction that waits for a place runs": showOne(func(lifetimes map[string]*lifetime, op Op, item Item) string {
		if item.State != waiting || held(lifetimes, op.Invoked, op.End()) < mostHeld(lifetimes) {
			return ""
		}
		return running
	}),
	"a prediction that runs is shown as waiting": showOne(func(lifetimes map[string]*lifetime, op Op, item Item) string {
		if one := lifetimes[item.Label]; one.beginBy < op.Invoked && !isFinal(item.State) {
			return waiting
		}
		return ""
	}),
	"an ended prediction is shown as running": showOne(func(lifetimes map[string]*lifetime, op Op, item Item) string {
		if one := lifetimes[item.Label]; one.endBy < op.Invoked && one.beginBy < op.Invoked {
			return begun
		}
		return ""
	}),
}

// held returns the number of predictions that certainly hold a place during the whole interval.
func held(lifetimes map[string]*lifetime, from, to int64) int {
	count := 0
	for _, one := range lifetimes {
		if one.beginBy <= from && (one.endBy == Never || one.endFrom > to) {
			count++
		}
	}
	return count
}

// mostHeld returns the maximum number of held places, which is the limit, because a history ends with all places taken.
func mostHeld(lifetimes map[string]*lifetime) int {
	most := 0
	for _, one := range lifetimes {
		if one.beginBy != Never {
			most = max(most, held(lifetimes, one.beginBy, one.beginBy))
		}
	}
	return most
}

// fullTimes returns the instants at which certainly all places were taken.
func fullTimes(ops []Op) []int64 {
	lifetimes := lifetimesOf(ops)
	most := mostHeld(lifetimes)
	var times []int64
	for _, label := range sorted(lifetimes) {
		if t := lifetimes[label].beginBy; t != Never && held(lifetimes, t, t) == most {
			times = append(times, t)
		}
	}
	return times
}

// outlivedBy returns the ended predictions after which all places were held by others.
func outlivedBy(ops []Op) []string {
	lifetimes := lifetimesOf(ops)
	var found []string
	for _, label := range sorted(lifetimes) {
		one := lifetimes[label]
		if one.beginBy == Never || one.endBy == Never {
			continue
		}
		for _, t := range fullTimes(ops) {
			if t > one.endBy {
				found = append(found, label)
				break
			}
		}
	}
	return found
}

func pick(random *rand.Rand, labels []string) string {
	if len(labels) == 0 {
		return ""
	}
	return labels[random.Intn(len(labels))]
}

// reshow changes the state of a prediction in all responses; it returns nil without a prediction.
func reshow(ops []Op, label string, change func(op Op, item *Item)) []Op {
	if label == "" {
		return nil
	}
	for i := range ops {
		for _, item := range shownBy(ops[i]) {
			if item.Label == label {
				shown := item
				change(ops[i], &shown)
				show(&ops[i], shown)
			}
		}
	}
	return ops
}

// show sets the state of a prediction in a response.
func show(op *Op, shown Item) {
	if op.Kind != "list" {
		op.Output.State = shown.State
		return
	}
	for i, item := range op.Output.Items {
		if item.Label == shown.Label {
			op.Output.Items[i] = shown
		}
	}
}

// showOne changes the state of one prediction in one response to the result of `other`; an empty result changes nothing.
func showOne(other func(lifetimes map[string]*lifetime, op Op, item Item) string) corruption {
	return func(ops []Op, random *rand.Rand) []Op {
		lifetimes := lifetimesOf(ops)
		type change struct {
			at   int
			item Item
		}
		var changes []change
		for i, op := range ops {
			for _, item := range shownBy(op) {
				if state := other(lifetimes, op, item); state != "" {
					changes = append(changes, change{i, Item{Label: item.Label, State: state}})
				}
			}
		}
		if len(changes) == 0 {
			return nil
		}
		chosen := changes[random.Intn(len(changes))]
		show(&ops[chosen.at], chosen.item)
		return ops
	}
}
