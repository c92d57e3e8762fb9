package main

import "math/rand"

// A corruption changes a copy of a history so that it should not be linearizable. It returns nil when the history has nothing to change.
type corruption func(ops []Op, random *rand.Rand) []Op

func copyOf(ops []Op) []Op {
	copied := make([]Op, len(ops))
	for at, op := range ops {
		copied[at] = op
		if op.Output != nil {
			output := *op.Output
			output.Entries = append([]Entry(nil), output.Entries...)
			output.Items = append([]Item(nil), output.Items...)
			copied[at].Output = &output
		}
	}
	return copied
}

// at finds a random operation that meets the condition; -1 without one.
func at(ops []Op, random *rand.Rand, holds func(op Op) bool) int {
	var found []int
	for i, op := range ops {
		if op.Output != nil && !op.isSpared && holds(op) {
			found = append(found, i)
		}
	}
	if len(found) == 0 {
		return -1
	}
	return found[random.Intn(len(found))]
}

// change changes the response of a random operation that meets the condition.
func change(holds func(op Op) bool, set func(out *Output)) corruption {
	return func(ops []Op, random *rand.Rand) []Op {
		i := at(ops, random, holds)
		if i < 0 {
			return nil
		}
		set(ops[i].Output)
		return ops
	}
}

// forget removes a random operation that meets the condition: its effect has no cause.
func forget(holds func(op Op) bool) corruption {
	return func(ops []Op, random *rand.Rand) []Op {
		i := at(ops, random, holds)
		if i < 0 {
			return nil
		}
		return append(ops[:i], ops[i+1:]...)
	}
}

// among restricts a corruption to the operations that a condition on the whole history finds.
func among(find func(ops []Op) map[int]bool, corrupted corruption) corruption {
	return func(ops []Op, random *rand.Rand) []Op {
		found := find(ops)
		for i := range ops {
			ops[i].isSpared = !found[i]
		}
		return corrupted(ops, random)
	}
}

// swap exchanges the responses of two operations of a kind, the first of which was answered before the second was sent.
func swap(kind string, differ func(one, other *Output) bool) corruption {
	return pair(kind, differ, func(early, late *Output) { *early, *late = *late, *early })
}

// stale gives a later operation the response of an earlier operation.
func stale(kind string, differ func(one, other *Output) bool) corruption {
	return pair(kind, differ, func(early, late *Output) { *late = *early })
}

func pair(kind string, differ func(one, other *Output) bool, set func(early, late *Output)) corruption {
	return func(ops []Op, random *rand.Rand) []Op {
		type two struct{ early, late int }
		var pairs []two
		for early, one := range ops {
			for late, other := range ops {
				if one.Kind == kind && other.Kind == kind && one.Output != nil && other.Output != nil &&
					one.End() < other.Invoked && differ(one.Output, other.Output) {
					pairs = append(pairs, two{early, late})
				}
			}
		}
		if len(pairs) == 0 {
			return nil
		}
		chosen := pairs[random.Intn(len(pairs))]
		set(ops[chosen.early].Output, ops[chosen.late].Output)
		return ops
	}
}

// status returns a condition: operations of a kind with a status.
func status(kind string, code int) func(op Op) bool {
	return func(op Op) bool { return op.Kind == kind && op.Output.Status == code }
}
