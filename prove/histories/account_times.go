package main

import "fmt"

// accountOperations converts a history of an account to operations for Porcupine. It adds the results of the engine, which no caller
// requested, and bounds the time of unknown outcomes by later responses. Both are sound: an effect precedes the end of a response that
// shows it, and an effect that the last complete reads do not show did not precede them.
func accountOperations(ops []Op) ([]Op, error) {
	if err := inProgress(ops); err != nil {
		return nil, err
	}
	seen := observe(ops)
	var kept []Op
	known := map[string]bool{}
	for _, op := range ops {
		switch op.Kind {
		case "create":
			if op.Output == nil && seen.endsInLists && seen.exists[op.Input.Label] == 0 {
				continue
			}
			if op.Output == nil {
				op = op.before(seen.exists[op.Input.Label])
			}
			known[op.Input.Label] = true
		case "grant", "adjust":
			if op.Output == nil && seen.isWhole && seen.entered[op.Input.Label] == 0 {
				continue
			}
			if op.Output == nil && !repeated(ops, op) {
				op = op.before(seen.entered[op.Input.Label])
			}
		case "cancel":
			_, wasCancelled := seen.ended[op.Input.Label][cancelled]
			if op.Output == nil && !wasCancelled {
				continue
			}
			if op.Output == nil && !repeated(ops, op) {
				op = op.before(seen.ended[op.Input.Label][cancelled])
			}
		default:
			if op.Output == nil {
				continue
			}
		}
		kept = append(kept, op)
	}
	for label, ends := range seen.ended {
		for state, at := range ends {
			if state == cancelled {
				continue
			}
			behaviour := seen.behaviours[label]
			if (behaviour == "refuse") != (state == failed) {
				return nil, fmt.Errorf("%s is %s, its engine was asked for %q", label, state, behaviour)
			}
			answered := at
			kept = append(kept, Op{
				Client: 1000, Process: "engine", Kind: "settle", Input: Input{Label: label, Behaviour: state},
				Invoked: min(seen.running[label], at), Answered: &answered, Output: &Output{},
			})
		}
	}
	return kept, nil
}

// observed has the times of the first responses that show each effect.
type observed struct {
	exists, entered map[string]int64
	ended           map[string]map[string]int64
	// running: the latest invocation that found the prediction processing, or when its engine began.
	running    map[string]int64
	behaviours map[string]string
	// isWhole: the last ledger response shows all entries; endsInLists: the last operation is a list.
	isWhole, endsInLists bool
}

func observe(ops []Op) observed {
	seen := observed{
		exists: map[string]int64{}, entered: map[string]int64{}, ended: map[string]map[string]int64{},
		running: map[string]int64{}, behaviours: map[string]string{},
	}
	first := func(times map[string]int64, label string, at int64) {
		if old, ok := times[label]; !ok || at < old {
			times[label] = at
		}
	}
	show := func(op Op, label, state string) {
		first(seen.exists, label, op.End())
		if state == processing {
			seen.running[label] = max(seen.running[label], op.Invoked)
			return
		}
		if seen.ended[label] == nil {
			seen.ended[label] = map[string]int64{}
		}
		first(seen.ended[label], state, op.End())
	}
	for _, op := range ops {
		if op.Kind == "create" && seen.behaviours[op.Input.Label] == "" {
			// The earliest time of the engine's result, after the first request.
			seen.running[op.Input.Label] = op.Invoked + op.Input.Run
			seen.behaviours[op.Input.Label] = op.Input.Behaviour
		}
		if op.Output == nil {
			continue
		}
		switch op.Kind {
		case "create":
			if op.Output.Status == 201 {
				first(seen.exists, op.Input.Label, op.End())
			}
		case "status", "cancel":
			if op.Output.Status == 200 {
				show(op, op.Input.Label, endOf(op.Output.State, op.Output.Error))
			}
		case "list":
			for _, item := range op.Output.Items {
				show(op, item.Label, item.end())
			}
		case "ledger":
			seen.isWhole = !op.Output.More
			for _, entry := range op.Output.Entries {
				if entry.Kind == "grant" || entry.Kind == "adjustment" {
					first(seen.entered, entry.Of, op.End())
				}
			}
		case "grant", "adjust":
			if op.Output.Status == 201 {
				first(seen.entered, op.Input.Label, op.End())
			}
		}
	}
	if len(ops) > 0 {
		last := ops[len(ops)-1]
		seen.endsInLists = last.Kind == "list" && last.Output != nil
	}
	return seen
}

// before returns the operation with an end: the time of the first response that shows its effect, if there is one.
func (op Op) before(at int64) Op {
	if at == 0 || at < op.Invoked {
		return op
	}
	op.Answered = &at
	return op
}

// repeated returns whether another operation could have had the effect of this operation.
func repeated(ops []Op, one Op) bool {
	count := 0
	for _, op := range ops {
		if op.Kind == one.Kind && op.Input.Label == one.Input.Label {
			count++
		}
	}
	return count > 1
}

// inProgress requires that a request rejected with 409 overlapped another one with its Idempotency-Key.
func inProgress(ops []Op) error {
	for at, op := range ops {
		if op.Output == nil || op.Output.Status != 409 {
			continue
		}
		overlaps := false
		for other, beside := range ops {
			isSame := beside.Kind == op.Kind && beside.Input.Label == op.Input.Label
			overlaps = overlaps || other != at && isSame && beside.Invoked <= op.End() && op.Invoked <= beside.End()
		}
		if !overlaps {
			return fmt.Errorf("409 for %s, but nothing with its Idempotency-Key was in progress", op.Input.Label)
		}
	}
	return nil
}
