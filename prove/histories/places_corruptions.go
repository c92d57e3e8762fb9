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
	"a prediction that waits for a place runs": showOne(func(lives map[string]*life, op Op, item Item) string {
		if item.State != waiting || held(lives, op.Invoked, op.End()) < mostHeld(lives) {
			return ""
		}
		return running
	}),
	"a prediction that runs is shown as waiting": showOne(func(lives map[string]*life, op Op, item Item) string {
		if one := lives[item.Label]; one.beginBy < op.Invoked && !isFinal(item.State) {
			return waiting
		}
		return ""
	}),
	"an ended prediction is shown as running": showOne(func(lives map[string]*life, op Op, item Item) string {
		if one := lives[item.Label]; one.endBy < op.Invoked && one.beginBy < op.Invoked {
			return begun
		}
		return ""
	}),
}

// held returns how many predictions certainly hold a place throughout.
func held(lives map[string]*life, from, to int64) int {
	count := 0
	for _, one := range lives {
		if one.beginBy <= from && (one.endBy == Never || one.endFrom > to) {
			count++
		}
	}
	return count
}

// mostHeld returns the largest number at once: the limit, since a history ends with all places taken.
func mostHeld(lives map[string]*life) int {
	most := 0
	for _, one := range lives {
		if one.beginBy != Never {
			most = max(most, held(lives, one.beginBy, one.beginBy))
		}
	}
	return most
}

// fullTimes returns the instants at which the last place was certainly taken.
func fullTimes(ops []Op) []int64 {
	lives := livesOf(ops)
	most := mostHeld(lives)
	var times []int64
	for _, label := range sorted(lives) {
		if t := lives[label].beginBy; t != Never && held(lives, t, t) == most {
			times = append(times, t)
		}
	}
	return times
}

// outlivedBy returns the ended predictions after which all places were held by others.
func outlivedBy(ops []Op) []string {
	lives := livesOf(ops)
	var found []string
	for _, label := range sorted(lives) {
		one := lives[label]
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

// reshow changes what all answers show of a prediction; nil without one.
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

// show sets what an answer shows of a prediction.
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

// showOne changes what one answer shows of one prediction, to what `other` returns; empty: it is left as it is.
func showOne(other func(lives map[string]*life, op Op, item Item) string) corruption {
	return func(ops []Op, random *rand.Rand) []Op {
		lives := livesOf(ops)
		type change struct {
			at   int
			item Item
		}
		var changes []change
		for i, op := range ops {
			for _, item := range shownBy(op) {
				if state := other(lives, op, item); state != "" {
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
