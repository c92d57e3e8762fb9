package main

import "math/rand"

func otherBalance(one, other *Output) bool {
	return one.Balance != other.Balance || one.Held != other.Held
}

var accountCorruptions = map[string]corruption{
	"a balance is that of an earlier read": stale("balance", otherBalance),
	"two balances are swapped":             swap("balance", otherBalance),
	"a charge is missing from a balance":   change(status("balance", 200), func(out *Output) { out.Balance += 501 }),
	"a balance is refunded twice":          change(status("balance", 200), func(out *Output) { out.Balance += 3507 }),
	"held credits of an ended prediction":  among(apart, change(status("balance", 200), func(out *Output) { out.Held += 501 })),
	"402 becomes 201": func(ops []Op, random *rand.Rand) []Op {
		i := at(ops, random, status("create", 402))
		if i < 0 {
			return nil
		}
		ops[i].Output = &Output{Status: 201, Label: ops[i].Input.Label, Cost: ops[i].Input.Cost}
		return ops
	},
	"201 becomes 402": change(first("create"), func(out *Output) {
		*out = Output{Status: 402, Code: "insufficient_credits", Required: out.Cost, Balance: out.Cost - 1}
	}),
	"a replay is charged again": change(replayed("create"), func(out *Output) { out.Replayed = false }),
	"a grant is given twice":    change(replayed("grant"), func(out *Output) { out.Replayed = false; out.Balance += 1000 }),
	"a create is forgotten":     forget(first("create")),
	"a grant is forgotten":      forget(first("grant")),
	"the ledger lost an entry": change(longLedger, func(out *Output) {
		middle := len(out.Entries) / 2
		out.Entries = append(out.Entries[:middle], out.Entries[middle+1:]...)
	}),
	"the ledger has an entry twice": change(longLedger, func(out *Output) {
		out.Entries = append(out.Entries, out.Entries[len(out.Entries)-1])
	}),
	"the list lost a prediction": change(fullList, func(out *Output) { out.Items = out.Items[:len(out.Items)-1] }),
	"a final state is left":      among(settled, change(finalStatus, func(out *Output) { out.State, out.Error, out.Refunded = processing, "", 0 })),
	"a spend limit is ignored": func(ops []Op, random *rand.Rand) []Op {
		i := at(ops, random, func(op Op) bool {
			return op.Kind == "create" && op.Output.Code == "key_spend_limit_reached"
		})
		if i < 0 {
			return nil
		}
		ops[i].Output = &Output{Status: 201, Label: ops[i].Input.Label, Cost: ops[i].Input.Cost}
		return ops
	},
	"a limit forgets what was spent": change(status("spent", 200), func(out *Output) { out.Spent += 501 }),
	"a create acts before it is sent": func(ops []Op, random *rand.Rand) []Op {
		i := at(ops, random, first("create"))
		last := ops[len(ops)-1]
		if i < 0 || last.Output == nil {
			return nil
		}
		later := last.End() + 1
		ops[i].Invoked, ops[i].Answered = later, &later
		return ops
	},
}

// dayCorruptions are of an account whose key has a limit for each day.
var dayCorruptions = together(accountCorruptions, map[string]corruption{
	"a day does not turn":  among(spentBefore, forget(status("midnight", 200))),
	"a day turns too late": among(spentBefore, late),
})

func together(some, others map[string]corruption) map[string]corruption {
	all := map[string]corruption{}
	for _, kinds := range []map[string]corruption{some, others} {
		for name, one := range kinds {
			all[name] = one
		}
	}
	return all
}

// spentBefore finds the midnights that a later read shows: it shows less spending than was charged before midnight and not refunded.
func spentBefore(ops []Op) map[int]bool {
	found := map[int]bool{}
	lifetimes := lifetimesOf(ops)
	for i, turn := range ops {
		if turn.Kind != "midnight" {
			continue
		}
		for _, read := range ops {
			if read.Kind == "spent" && read.Output != nil && read.Invoked > turn.End() {
				found[i] = found[i] || read.Output.Spent < keptUntil(ops, lifetimes, turn.Invoked, read.End())
			}
		}
	}
	return found
}

// keptUntil returns the charges of a limited key before an instant, without charges that may have been refunded until another instant.
func keptUntil(ops []Op, lifetimes map[string]*lifetime, before, until int64) int64 {
	var sum int64
	isFirst := first("create")
	for _, op := range ops {
		if op.Output == nil || !isFirst(op) || !op.Input.Limited || op.End() >= before {
			continue
		}
		if one := lifetimes[op.Input.Label]; one.isCompleted || one.endBy == Never || one.endFrom > until {
			sum += op.Input.Cost
		}
	}
	return sum
}

// late moves a midnight to the end of the history.
func late(ops []Op, random *rand.Rand) []Op {
	i := at(ops, random, status("midnight", 200))
	last := ops[len(ops)-1]
	if i < 0 || last.Output == nil {
		return nil
	}
	later := last.End() + 1
	ops[i].Invoked, ops[i].Answered = later, &later
	return ops
}

func first(kind string) func(op Op) bool {
	return func(op Op) bool { return op.Kind == kind && op.Output.Status == 201 && !op.Output.Replayed }
}

func replayed(kind string) func(op Op) bool {
	return func(op Op) bool { return op.Kind == kind && op.Output.Status == 201 && op.Output.Replayed }
}

func longLedger(op Op) bool  { return op.Kind == "ledger" && len(op.Output.Entries) > 2 }
func fullList(op Op) bool    { return op.Kind == "list" && len(op.Output.Items) > 0 }
func finalStatus(op Op) bool { return op.Kind == "status" && op.Output.State == failed }

// apart finds the operations that overlap no result of the engine: during a result, a prediction may or may not have ended.
func apart(ops []Op) map[int]bool {
	found := map[int]bool{}
	made, _ := accountOperations(ops)
	for i, op := range ops {
		found[i] = true
		for _, result := range made {
			if result.Kind == "settle" && result.Invoked <= op.End() && op.Invoked <= result.End() {
				found[i] = false
			}
		}
	}
	return found
}

// settled finds the statuses of predictions whose end an earlier response has shown.
func settled(ops []Op) map[int]bool {
	ended := map[string]int64{}
	for _, op := range ops {
		for _, item := range shownBy(op) {
			if by, ok := ended[item.Label]; isFinal(item.State) && (!ok || op.End() < by) {
				ended[item.Label] = op.End()
			}
		}
	}
	found := map[int]bool{}
	for i, op := range ops {
		by, ok := ended[op.Input.Label]
		found[i] = op.Kind == "status" && ok && by < op.Invoked
	}
	return found
}

var idempotencyCorruptions = map[string]corruption{
	"a replay is another prediction": change(replayed("create"), func(out *Output) { out.ID = "another" }),
	"a replay is a second charge":    change(replayed("create"), func(out *Output) { out.Replayed = false }),
	"another body is accepted":       change(status("create", 422), func(out *Output) { *out = Output{Status: 201, ID: "another"} }),
	"the same body is rejected":      change(replayed("create"), func(out *Output) { *out = Output{Status: 422} }),
	"a first answer is a replay":     among(certain, change(first("create"), func(out *Output) { out.Replayed = true })),
	"a first answer is forgotten":    among(certain, forget(first("create"))),
}

var keyCorruptions = map[string]corruption{
	"an ended secret is admitted":   among(undisturbed, change(status("use", 401), func(out *Output) { out.Status = 200 })),
	"a usable secret is rejected":   among(undisturbed, change(status("use", 200), func(out *Output) { out.Status = 401 })),
	"two uses are swapped":          swapUses,
	"a rotation is forgotten":       forget(status("rotate", 201)),
	"a disabling is forgotten":      among(noticed, forget(status("disable", 200))),
	"an enabling is forgotten":      among(noticed, forget(status("enable", 200))),
	"a grace is three times longer": among(outlived, stretch),
}

// certain finds the operations whose label has no unknown outcome that could have had the same effect.
func certain(ops []Op) map[int]bool {
	unknown := map[string]bool{}
	for _, op := range ops {
		unknown[op.Input.Label] = unknown[op.Input.Label] || op.Output == nil
	}
	found := map[int]bool{}
	for i, op := range ops {
		found[i] = !unknown[op.Input.Label]
	}
	return found
}

// noticed finds the changes of a key that undo the previous change and that a use shows before the next change. It omits keys that a
// rotation with an unknown outcome may have ended.
func noticed(ops []Op) map[int]bool {
	found := map[int]bool{}
	mayHaveEnded := map[string]bool{}
	for _, op := range ops {
		if op.Kind == "rotate" && op.Output == nil {
			mayHaveEnded[op.Input.Secret] = true
		}
	}
	var last []int
	for i, op := range ops {
		if op.Kind == "use" {
			continue
		}
		last = append(last, i)
		if len(last) < 3 {
			continue
		}
		before, change, next := ops[last[len(last)-3]], ops[last[len(last)-2]], op
		if before.Output == nil || change.Output == nil || before.Kind == change.Kind || before.Kind == "revoke" ||
			before.Kind == "rotate" && change.Kind == "enable" || mayHaveEnded[change.Input.Secret] {
			continue
		}
		for _, use := range ops {
			if use.Kind == "use" && use.Output != nil && use.Input.Secret == change.Input.Secret &&
				use.Invoked > change.End() && use.End() < next.Invoked {
				found[last[len(last)-2]] = true
			}
		}
	}
	return found
}

// undisturbed finds the uses that overlap no change of the key.
func undisturbed(ops []Op) map[int]bool {
	found := map[int]bool{}
	made, _ := keyOperations(ops)
	for i, use := range ops {
		found[i] = use.Kind == "use"
		for _, op := range made {
			if op.Kind != "use" && op.Invoked <= use.End() && use.Invoked <= op.End() {
				found[i] = false
			}
		}
	}
	return found
}

// outlived finds the rotations whose replaced secret was rejected after its grace and before any other operation could have ended it.
func outlived(ops []Op) map[int]bool {
	found := map[int]bool{}
	for i, op := range ops {
		if op.Kind != "rotate" || op.Output == nil || op.Input.Grace == 0 {
			continue
		}
		until := op.Invoked + 3*op.Input.Grace
		wasUsable := false
		for _, next := range ops[i+1:] {
			if next.Kind == "rotate" || next.Kind == "revoke" {
				until = min(until, next.Invoked)
			}
		}
		for _, use := range ops {
			if use.Kind != "use" || use.Output == nil || use.Input.Secret != op.Input.Secret || use.Invoked < op.End() {
				continue
			}
			// A replaced key that is disabled is rejected in its grace too.
			wasUsable = wasUsable || use.Output.Status == 200
			if wasUsable && use.Output.Status == 401 && use.Invoked > op.End()+op.Input.Grace && use.End() < until {
				found[i] = true
			}
		}
	}
	return found
}

// swapUses exchanges the answers of two uses of one secret that were answered differently.
func swapUses(ops []Op, random *rand.Rand) []Op {
	i := at(ops, random, status("use", 401))
	if i < 0 {
		return nil
	}
	j := at(ops, random, func(op Op) bool {
		return op.Kind == "use" && op.Output.Status == 200 && op.Input.Secret == ops[i].Input.Secret &&
			(op.End() < ops[i].Invoked || ops[i].End() < op.Invoked)
	})
	if j < 0 {
		return nil
	}
	ops[i].Output, ops[j].Output = ops[j].Output, ops[i].Output
	return ops
}

// stretch triples the recorded grace of a rotation.
func stretch(ops []Op, random *rand.Rand) []Op {
	i := at(ops, random, status("rotate", 201))
	if i < 0 {
		return nil
	}
	ops[i].Input.Grace *= 3
	return ops
}

var personCorruptions = map[string]corruption{
	"an ended sign-in is accepted": change(status("profile", 401), func(out *Output) { *out = Output{Status: 200, State: "viewer"} }),
	"a sign-in is rejected":        among(calm, change(status("profile", 200), func(out *Output) { *out = Output{Status: 401} })),
	"a profile shows another role": among(calm, change(status("profile", 200), func(out *Output) { out.State += "s" })),
	"a role is that of an earlier read": stale("profile", func(one, other *Output) bool {
		return one.Status == 200 && other.Status == 200 && one.State != other.State
	}),
	"a role allows too much":   among(calm, change(status("change", 403), func(out *Output) { out.Status = 400 })),
	"a role allows too little": among(calm, change(status("change", 400), func(out *Output) { out.Status = 403 })),
	"an end is forgotten":      forgetEnd,
}

// calm finds the reads of a member that overlap no change.
func calm(ops []Op) map[int]bool {
	found := map[int]bool{}
	isRead := func(op Op) bool { return op.Kind == "profile" || op.Kind == "change" }
	for i, read := range ops {
		found[i] = isRead(read)
		for _, op := range ops {
			if !isRead(op) && op.Invoked <= read.End() && read.Invoked <= op.End() {
				found[i] = false
			}
		}
	}
	return found
}

// forgetEnd removes all operations that could have ended a sign-in that was rejected afterwards.
func forgetEnd(ops []Op, random *rand.Rand) []Op {
	if at(ops, random, func(op Op) bool { return op.Output.Status == 401 }) < 0 {
		return nil
	}
	var kept []Op
	for _, op := range ops {
		if op.Kind != "logout" && op.Kind != "end others" {
			kept = append(kept, op)
		}
	}
	return kept
}

func admitted(op Op) bool { return op.Output.Status == 200 }

var counterCorruptions = map[string]corruption{
	"one more is admitted":      change(status("use", 429), func(out *Output) { *out = Output{Status: 200} }),
	"one is rejected too early": change(admitted, func(out *Output) { *out = Output{Status: 429} }),
	"a request is not counted":  change(admitted, func(out *Output) { out.Remaining++ }),
	"a request counts twice":    change(admitted, func(out *Output) { out.Remaining-- }),
	"two answers are swapped":   swap("use", func(one, other *Output) bool { return one.Remaining != other.Remaining }),
	"a request is forgotten":    among(counted, forget(admitted)),
}

// counted finds the requests that a later response counts before the first unknown outcome, which could be counted instead.
func counted(ops []Op) map[int]bool {
	until, last := Never, int64(0)
	for _, op := range ops {
		if op.Output == nil {
			until = min(until, op.Invoked)
		}
	}
	for _, op := range ops {
		if op.Output != nil && op.End() < until {
			last = max(last, op.Invoked)
		}
	}
	found := map[int]bool{}
	for i, op := range ops {
		found[i] = op.End() < last
	}
	return found
}
