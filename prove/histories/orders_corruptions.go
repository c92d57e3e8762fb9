package main

import "math/rand"

var ordersCorruptions = map[string]corruption{
	"an order is granted twice":            among(still, change(status("balance", 200), func(out *Output) { out.Balance += 1_000_000 })),
	"a grant is missing from a balance":    among(still, change(status("balance", 200), func(out *Output) { out.Balance -= 1_000_000 })),
	"a balance is that of an earlier read": stale("balance", func(one, other *Output) bool { return one.Balance != other.Balance }),
	"two balances are swapped":             swap("balance", func(one, other *Output) bool { return one.Balance != other.Balance }),
	"a payment is listed twice": change(withPayment("", ""), func(out *Output) {
		out.Entries = append(out.Entries, out.Entries[0])
	}),
	"a payment is not listed": among(still, change(withPayment("", ""), func(out *Output) { out.Entries = out.Entries[1:] })),
	"a payment is listed as granted": change(withPayment("rejected", ""), setPayment("rejected", "", func(one *Entry) {
		one.Kind, one.Balance = "paid", 1_000_000
	})),
	"a granted payment is listed as rejected": change(withPayment("paid", ""), setPayment("paid", "", func(one *Entry) {
		one.Kind, one.Balance = "rejected", 0
	})),
	"what went back is not taken back": change(withPayment("refunded", "partly_refunded"), setPayment("refunded", "partly_refunded", func(one *Entry) {
		one.Balance += 1000
	})),
	"a paid order is opened again":                   change(status("checkout", 409), func(out *Output) { *out = Output{Status: 201, Replayed: true} }),
	"a repeated order is another one":                among(opened, change(replayed("checkout"), func(out *Output) { out.ID = "another" })),
	"all reports of a granted payment are forgotten": forgetGranted,
}

// withPayment returns a condition: the response lists a payment with one of these statuses; an empty status matches any.
func withPayment(status, other string) func(op Op) bool {
	return func(op Op) bool {
		if op.Kind != "payments" || op.Output.Status != 200 {
			return false
		}
		for _, one := range op.Output.Entries {
			if status == "" || one.Kind == status || one.Kind == other {
				return true
			}
		}
		return false
	}
}

// setPayment changes the first payment with one of these statuses.
func setPayment(status, other string, set func(one *Entry)) func(out *Output) {
	return func(out *Output) {
		for i := range out.Entries {
			if out.Entries[i].Kind == status || out.Entries[i].Kind == other {
				set(&out.Entries[i])
				return
			}
		}
	}
}

// still finds the reads that overlap no report.
func still(ops []Op) map[int]bool {
	found := map[int]bool{}
	made, _ := ordersOperations(ops)
	for i, read := range ops {
		found[i] = true
		for _, op := range made {
			if op.Kind == "report" && op.Invoked <= read.End() && read.Invoked <= op.End() {
				found[i] = false
			}
		}
	}
	return found
}

// opened finds the checkouts of orders whose id an earlier response contained.
func opened(ops []Op) map[int]bool {
	found := map[int]bool{}
	for i, op := range ops {
		for _, first := range ops {
			if op.Kind == "checkout" && first.Kind == "checkout" && first.Input.Order == op.Input.Order &&
				first.Output != nil && first.Output.Status == 201 && first.End() < op.Invoked {
				found[i] = true
			}
		}
	}
	return found
}

// forgetGranted removes the reports of a payment that the list shows as paid, and of all payments of the same amount.
func forgetGranted(ops []Op, random *rand.Rand) []Op {
	i := at(ops, random, withPayment("paid", ""))
	if i < 0 {
		return nil
	}
	var amount int64
	for _, one := range ops[i].Output.Entries {
		if one.Kind == "paid" {
			amount = one.Amount
		}
	}
	var kept []Op
	for _, op := range ops {
		if op.Input.Behaviour != "paid" || op.Input.Amount != amount {
			kept = append(kept, op)
		}
	}
	return kept
}
