package main

import (
	"encoding/json"
	"fmt"
	"sort"
	"strings"

	"github.com/anishathalye/porcupine"
)

// orders models the orders of a buyer with their payments. An order is granted once, independently of which of its payments is reported
// first and how often. Refunds and disputes take credits back, also when they are reported before the payment.
type orders struct {
	// reported has a byte for each event. granted has a byte for each order: the number of the granted payment.
	reported, granted string
	// opened as ";order=checkout;", without the checkout until a response contains it.
	opened string
}

// sale is the constant part: orders and events by their labels.
type sale struct {
	balance  int64
	orders   map[string]order
	events   map[string]event
	payments []string
}

type order struct {
	at             int
	Price, Credits int64
	Currency       string
}

// event is a report of the payment service: a payment, a refund or dispute, or the reversal of one.
type event struct {
	Input
	at, payment int
}

const isReported = '1'

func ordersModel(init json.RawMessage, ops []Op) (porcupine.Model, error) {
	var start struct {
		Balance int64            `json:"balance"`
		Orders  map[string]order `json:"orders"`
	}
	if err := json.Unmarshal(init, &start); err != nil {
		return porcupine.Model{}, err
	}
	all := sale{start.Balance, start.Orders, map[string]event{}, nil}
	for at, label := range sorted(all.orders) {
		one := all.orders[label]
		one.at = at
		all.orders[label] = one
	}
	payments := map[string]int{}
	for _, op := range ops {
		if _, ok := all.events[op.Input.Label]; op.Kind != "report" || ok {
			continue
		}
		if _, ok := payments[op.Input.Payment]; !ok {
			payments[op.Input.Payment] = len(payments)
			all.payments = append(all.payments, op.Input.Payment)
		}
		all.events[op.Input.Label] = event{op.Input, len(all.events), payments[op.Input.Payment]}
	}
	state := orders{strings.Repeat("0", len(all.events)), strings.Repeat("-", len(all.orders)), ";"}
	return porcupine.Model{
		Init: func() interface{} { return state },
		Step: stepOf(func(s orders, op Op, out *Output) (bool, orders) {
			switch op.Kind {
			case "checkout":
				return s.open(all, op.Input.Order, out)
			case "report":
				return out == nil || out.Status == 200, s.report(all, all.events[op.Input.Label])
			case "balance":
				balance := all.balance
				for _, payment := range s.payments(all) {
					balance += payment.Balance
				}
				return out.Status == 200 && out.Balance == balance, s
			}
			return out.Status == 200 && textOf(byAmount(out.Entries)) == textOf(byAmount(s.payments(all))), s
		}),
		DescribeOperation: describe,
		DescribeState:     func(state interface{}) string { return fmt.Sprintf("%+v", state) },
	}, nil
}

func (s orders) open(all sale, label string, out *Output) (bool, orders) {
	if at := strings.Index(s.opened, ";"+label+"="); at >= 0 {
		id, _, _ := strings.Cut(s.opened[at+len(label)+2:], ";")
		switch {
		case out == nil:
			return true, s
		case s.granted[all.orders[label].at] != '-':
			return out.Status == 409 && out.Code == "checkout_paid", s
		case id == "":
			s.opened = strings.Replace(s.opened, ";"+label+"=;", ";"+label+"="+out.ID+";", 1)
			return out.Status == 201 && out.Replayed, s
		}
		return out.Status == 201 && out.Replayed && out.ID == id, s
	}
	if out == nil {
		return true, s.with(label, "")
	}
	return out.Status == 201 && !out.Replayed, s.with(label, out.ID)
}

// with adds an opened order: sorted, so that equal states are equal.
func (s orders) with(label, id string) orders {
	all := append(strings.FieldsFunc(s.opened, func(one rune) bool { return one == ';' }), label+"="+id)
	sort.Strings(all)
	s.opened = ";" + strings.Join(all, ";") + ";"
	return s
}

// report applies an event, unless it is known.
func (s orders) report(all sale, one event) orders {
	if s.reported[one.at] == isReported {
		return s
	}
	s.reported = s.reported[:one.at] + string(isReported) + s.reported[one.at+1:]
	ordered := all.orders[one.Order]
	if one.Behaviour == "paid" && one.Amount == ordered.Price && s.granted[ordered.at] == '-' {
		s.granted = s.granted[:ordered.at] + string(rune('A'+one.payment)) + s.granted[ordered.at+1:]
	}
	return s
}

// payments returns the payments: status, amount, and the remaining granted credits.
func (s orders) payments(all sale) []Entry {
	var paid []Entry
	for _, one := range all.events {
		if one.Behaviour != "paid" || s.reported[one.at] != isReported {
			continue
		}
		ordered := all.orders[one.Order]
		isGranted := s.granted[ordered.at] == byte('A'+one.payment)
		reversed, isDisputed := s.reversed(all, one, ordered.Currency)
		entry := Entry{Kind: statusOf(isGranted, isDisputed, reversed, one.Amount), Amount: one.Amount}
		if isGranted {
			entry.Balance = ordered.Credits - ordered.Credits*min(reversed, one.Amount)/one.Amount
		}
		paid = append(paid, entry)
	}
	return paid
}

// reversed returns the refunded and disputed amount of a payment, and whether a dispute is open.
func (s orders) reversed(all sale, paid event, currency string) (int64, bool) {
	left := map[string]int64{}
	for _, one := range all.events {
		if one.payment != paid.payment || one.Behaviour == "paid" || s.reported[one.at] != isReported || one.Currency != currency {
			continue
		}
		what := map[string]string{"refunded": "refund ", "refund_failed": "refund ", "disputed": "dispute ", "dispute_won": "dispute "}[one.Behaviour]
		if one.Behaviour == "refunded" || one.Behaviour == "disputed" {
			left[what+one.Reversal] += one.Amount
		} else {
			left[what+one.Reversal] -= one.Amount
		}
	}
	var sum int64
	isDisputed := false
	for what, amount := range left {
		sum += max(0, amount)
		isDisputed = isDisputed || strings.HasPrefix(what, "dispute ") && amount > 0
	}
	return sum, isDisputed
}

func statusOf(isGranted, isDisputed bool, reversed, amount int64) string {
	switch {
	case reversed == 0 && isGranted:
		return "paid"
	case reversed == 0:
		return "rejected"
	case isDisputed:
		return "disputed"
	case reversed >= amount:
		return "refunded"
	}
	return "partly_refunded"
}

func byAmount(entries []Entry) []Entry {
	sort.Slice(entries, func(i, j int) bool { return entries[i].text() < entries[j].text() })
	return entries
}

// ordersOperations omits reads without a response. An operation with an unknown outcome ends no later than the first response to the same
// request, because it has no effect after that response.
func ordersOperations(ops []Op) ([]Op, error) {
	var kept []Op
	for _, op := range ops {
		isRead := op.Kind != "report" && op.Kind != "checkout"
		if isRead && op.Output == nil {
			continue
		}
		if op.Output == nil {
			op = op.before(firstAnswer(ops, op))
		}
		kept = append(kept, op)
	}
	return kept, nil
}

// firstAnswer returns the time of the first response to the same request after an operation was sent; 0 without a response.
func firstAnswer(ops []Op, one Op) int64 {
	at := Never
	for _, op := range ops {
		isSame := op.Kind == one.Kind && op.Input.Label == one.Input.Label && op.Input.Order == one.Input.Order
		if isSame && op.Output != nil && op.End() > one.Invoked {
			at = min(at, op.End())
		}
	}
	if at == Never {
		return 0
	}
	return at
}
