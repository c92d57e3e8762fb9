package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/anishathalye/porcupine"
)

// account models an account as one object: balance, held credits, ledger, list of predictions, and the spending of a limited key, in total
// or per day. Strings keep the state comparable. A charge, its entry and its prediction are one step; an end and its refund are too.
type account struct {
	balance, held, spent int64
	// limit of the limited key, and the number of past midnights.
	limit, day int64
	// entries, the oldest first.
	entries string
	// ledger is the longest complete ledger that was read. Entries are only appended, so the entries of every state are a prefix of it or
	// extend it. An order that contradicts it is rejected at once.
	ledger string
	// predictions as ";label=cost,state,day;". day is the day of a charge of the limited key, or unlimited for another key.
	predictions string
	// transfers by an operator as ";label=balance after the transfer;".
	transfers string
}

type accountInit struct {
	Limit   int64   `json:"limit"`
	Entries []Entry `json:"entries"`
}

// unlimited is no day.
const unlimited = -1

const (
	processing = "processing"
	completed  = "completed"
	failed     = "failed"
	cancelled  = "cancelled"
)

func accountModel(init json.RawMessage, ops []Op) (porcupine.Model, error) {
	var start accountInit
	if err := json.Unmarshal(init, &start); err != nil {
		return porcupine.Model{}, err
	}
	state := account{limit: start.Limit, predictions: ";", transfers: ";", entries: textOf(start.Entries)}
	for _, entry := range start.Entries {
		state.balance += entry.Amount
	}
	for _, op := range ops {
		if op.Kind != "ledger" || op.Output == nil || op.Output.More {
			continue
		}
		if text := textOf(op.Output.Entries); len(text) > len(state.ledger) {
			state.ledger = text
		}
	}
	return porcupine.Model{
		Init:              func() interface{} { return state },
		Step:              stepOf(account.step),
		DescribeOperation: describe,
		DescribeState: func(state interface{}) string {
			s := state.(account)
			return fmt.Sprintf("balance %d, held %d, spent %d, %s", s.balance, s.held, s.spent, s.predictions)
		},
	}, nil
}

// step returns whether the model allows this response, and the next state. Without a response every outcome is allowed.
func (s account) step(op Op, out *Output) (bool, account) {
	switch op.Kind {
	case "create":
		return s.create(op.Input, out)
	case "grant", "adjust":
		return s.transfer(op.Kind, op.Input, out)
	case "cancel":
		found, cost, state, day := s.find(op.Input.Label)
		if !found {
			return false, s
		}
		if state == processing {
			s = s.end(op.Input.Label, cost, cancelled, day)
			state = cancelled
		}
		return s.isOfLedger() && (out == nil || shows(out, state, cost)), s
	case "status":
		found, cost, state, _ := s.find(op.Input.Label)
		return found && shows(out, state, cost), s
	case "settle":
		// The engine's result has no effect on a final prediction.
		found, cost, state, day := s.find(op.Input.Label)
		if found && state == processing {
			s = s.end(op.Input.Label, cost, op.Input.Behaviour, day)
		}
		return found && s.isOfLedger(), s
	case "midnight":
		s.day, s.spent = s.day+1, 0
		return true, s
	case "balance":
		return out.Status == 200 && out.Balance == s.balance && out.Held == s.held, s
	case "spent":
		return out.Status == 200 && out.Spent == s.spent, s
	case "ledger":
		text := textOf(out.Entries)
		return out.Status == 200 && (text == s.entries || out.More && strings.HasSuffix(s.entries, text)), s
	case "list":
		return out.Status == 200 && s.lists(out.Items), s
	}
	return false, s
}

func (s account) create(in Input, out *Output) (bool, account) {
	if out != nil && out.Status == 409 {
		// `inProgress` has checked that another request with this Idempotency-Key overlapped.
		return true, s
	}
	if found, cost, _, _ := s.find(in.Label); found {
		if out == nil {
			return true, s
		}
		if cost != in.Cost {
			return out.Status == 422, s
		}
		return out.Status == 201 && out.Replayed && out.Label == in.Label && out.Cost == cost, s
	}
	if s.balance < in.Cost {
		return out == nil || out.Status == 402 && out.Code == "insufficient_credits" && out.Required == in.Cost && out.Balance == s.balance, s
	}
	if in.Limited && s.spent+in.Cost > s.limit {
		return out == nil || out.Status == 402 && out.Code == "key_spend_limit_reached" && out.Limit == s.limit && out.Spent == s.spent, s
	}
	if out != nil && (out.Status != 201 || out.Replayed || out.Label != in.Label || out.Cost != in.Cost) {
		return false, s
	}
	s.balance -= in.Cost
	s.held += in.Cost
	day := int64(unlimited)
	if in.Limited {
		s.spent += in.Cost
		day = s.day
	}
	s.entries += Entry{"charge", -in.Cost, s.balance, in.Label}.text()
	s.predictions += fmt.Sprintf("%s=%d,%s,%d;", in.Label, in.Cost, processing, day)
	return s.isOfLedger(), s
}

func (s account) transfer(kind string, in Input, out *Output) (bool, account) {
	if out != nil && out.Status == 409 {
		return true, s
	}
	if at := strings.Index(s.transfers, ";"+in.Label+"="); at >= 0 {
		var balance int64
		fmt.Sscanf(s.transfers[at+len(in.Label)+2:], "%d", &balance)
		return out == nil || out.Status == 201 && out.Replayed && out.Balance == balance, s
	}
	if s.balance+in.Amount < 0 {
		return out == nil || out.Status == 402, s
	}
	s.balance += in.Amount
	if out != nil && (out.Status != 201 || out.Replayed || out.Balance != s.balance) {
		return false, s
	}
	name := map[string]string{"grant": "grant", "adjust": "adjustment"}[kind]
	s.entries += Entry{name, in.Amount, s.balance, in.Label}.text()
	s.transfers += fmt.Sprintf("%s=%d;", in.Label, s.balance)
	return s.isOfLedger(), s
}

func (s account) isOfLedger() bool {
	return strings.HasPrefix(s.ledger, s.entries) || strings.HasPrefix(s.entries, s.ledger)
}

// end ends a processing prediction. All ends except a completion refund its credits, on the day of the charge.
func (s account) end(label string, cost int64, state string, day int64) account {
	s.held -= cost
	if state != completed {
		s.balance += cost
		s.entries += Entry{"refund", cost, s.balance, label}.text()
		if day == s.day {
			s.spent -= cost
		}
	}
	old := fmt.Sprintf(";%s=%d,%s,", label, cost, processing)
	s.predictions = strings.Replace(s.predictions, old, fmt.Sprintf(";%s=%d,%s,", label, cost, state), 1)
	return s
}

func (s account) find(label string) (found bool, cost int64, state string, day int64) {
	at := strings.Index(s.predictions, ";"+label+"=")
	if at < 0 {
		return false, 0, "", unlimited
	}
	text, _, _ := strings.Cut(s.predictions[at+len(label)+2:], ";")
	parts := strings.Split(text, ",")
	fmt.Sscanf(parts[0], "%d", &cost)
	fmt.Sscanf(parts[2], "%d", &day)
	return true, cost, parts[1], day
}

func (s account) lists(items []Item) bool {
	if len(items) != strings.Count(s.predictions, ";")-1 {
		return false
	}
	for _, item := range items {
		found, _, state, _ := s.find(item.Label)
		if !found || state != item.end() {
			return false
		}
	}
	return true
}

// shows returns whether a status body shows this state of a prediction.
func shows(out *Output, state string, cost int64) bool {
	refunded := cost
	if state == processing || state == completed {
		refunded = 0
	}
	return out.Status == 200 && endOf(out.State, out.Error) == state && out.Refunded == refunded
}

// endOf distinguishes a cancelled prediction from one that its engine failed.
func endOf(state, code string) string {
	if state == failed && code == "cancelled" {
		return cancelled
	}
	return state
}

func (i Item) end() string { return endOf(i.State, i.Error) }

func (e Entry) text() string {
	return fmt.Sprintf("%s %d %d %s;", e.Kind, e.Amount, e.Balance, e.Of)
}

func textOf(entries []Entry) string {
	var text strings.Builder
	for _, entry := range entries {
		text.WriteString(entry.text())
	}
	return text.String()
}
