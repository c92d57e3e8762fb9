package main

import (
	"encoding/json"
	"fmt"

	"github.com/anishathalye/porcupine"
)

// places models the places of a plan or of an engine: the predictions that hold one, never more than the limit.
type places struct {
	limit, held int
	// states has a byte for each prediction.
	states string
}

const (
	waits = 'w'
	runs  = 'r'
	over  = 'e'
)

// begun is the state of a prediction that a worker has begun and that may have returned its place.
const (
	waiting = "waiting"
	running = "running"
	begun   = "begun"
)

func placesModel(init json.RawMessage, ops []Op) (porcupine.Model, error) {
	var start struct {
		Limit int `json:"limit"`
	}
	if err := json.Unmarshal(init, &start); err != nil {
		return porcupine.Model{}, err
	}
	at := map[string]int{}
	all := ""
	for _, op := range ops {
		for _, label := range labelsOf(op) {
			if _, ok := at[label]; !ok {
				at[label] = len(all)
				all += string(waits)
			}
		}
	}
	return porcupine.Model{
		Init: func() interface{} { return places{start.Limit, 0, all} },
		Step: stepOf(func(s places, op Op, out *Output) (bool, places) {
			switch op.Kind {
			case "begin":
				return s.begin(at[op.Input.Label])
			case "end":
				return s.end(at[op.Input.Label])
			}
			for _, item := range shownBy(op) {
				if !isShown(item.State, s.states[at[item.Label]]) {
					return false, s
				}
			}
			return out.Status == 200, s
		}),
		DescribeOperation: describe,
		DescribeState: func(state interface{}) string {
			return fmt.Sprintf("%d held, %s", state.(places).held, state.(places).states)
		},
	}, nil
}

func (s places) begin(at int) (bool, places) {
	if s.states[at] != waits || s.held == s.limit {
		return false, s
	}
	return true, s.set(at, runs, 1)
}

func (s places) end(at int) (bool, places) {
	if s.states[at] == runs {
		return true, s.set(at, over, -1)
	}
	return s.states[at] == waits, s.set(at, over, 0)
}

func (s places) set(at int, state byte, held int) places {
	return places{s.limit, s.held + held, s.states[:at] + string(state) + s.states[at+1:]}
}

func isShown(state string, is byte) bool {
	switch state {
	case waiting:
		return is == waits
	case running:
		return is == runs
	case begun:
		return is != over
	}
	return is == over
}

func isFinal(state string) bool { return state == completed || state == failed }

// shownBy returns the states of predictions in a response.
func shownBy(op Op) []Item {
	switch {
	case op.Output == nil || op.Output.Status != 200:
		return nil
	case op.Kind == "list":
		return op.Output.Items
	case op.Kind == "status" || op.Kind == "cancel":
		return []Item{{Label: op.Input.Label, State: op.Output.State}}
	}
	return nil
}

func labelsOf(op Op) []string {
	labels := []string{}
	if op.Input.Label != "" {
		labels = append(labels, op.Input.Label)
	}
	for _, item := range shownBy(op) {
		labels = append(labels, item.Label)
	}
	return labels
}

// lifetime bounds the times at which a prediction took and returned its place, from all responses and the engine's jobs.
type lifetime struct {
	beginFrom, beginBy, endFrom, endBy int64
	// done is the time of the engine's result.
	done        int64
	isCompleted bool
}

func lifetimesOf(ops []Op) map[string]*lifetime {
	lifetimes := map[string]*lifetime{}
	of := func(label string) *lifetime {
		if lifetimes[label] == nil {
			lifetimes[label] = &lifetime{beginBy: Never, endBy: Never}
		}
		return lifetimes[label]
	}
	for _, op := range ops {
		switch op.Kind {
		case "create":
			one := of(op.Input.Label)
			one.beginFrom, one.endFrom = max(one.beginFrom, op.Invoked), max(one.endFrom, op.Invoked)
		case "job":
			one := of(op.Input.Label)
			one.beginBy, one.done = min(one.beginBy, op.Invoked), *op.Answered
		}
		for _, item := range shownBy(op) {
			one := of(item.Label)
			if item.State == waiting {
				one.beginFrom = max(one.beginFrom, op.Invoked)
			}
			if item.State == running {
				one.beginBy = min(one.beginBy, op.End())
			}
			if isFinal(item.State) {
				one.endBy = min(one.endBy, op.End())
				one.isCompleted = one.isCompleted || item.State == completed
			} else {
				one.endFrom = max(one.endFrom, op.Invoked)
			}
		}
	}
	for _, one := range lifetimes {
		if one.isCompleted {
			one.endFrom = max(one.endFrom, one.done)
		}
		one.beginFrom, one.endFrom = min(one.beginFrom, one.beginBy), min(one.endFrom, one.endBy)
	}
	return lifetimes
}

// placesOperations derives the beginnings and ends of predictions, which no caller requested, from the observed states.
func placesOperations(ops []Op) ([]Op, error) {
	var kept []Op
	for _, op := range ops {
		if op.Output != nil && len(shownBy(op)) > 0 {
			kept = append(kept, op)
		}
	}
	add := func(kind, label string, from, by int64) {
		if by != Never {
			kept = append(kept, Op{
				Client: 1000, Process: "worker", Kind: kind, Input: Input{Label: label},
				Invoked: from, Answered: &by, Output: &Output{Status: 200},
			})
		}
	}
	lifetimes := lifetimesOf(ops)
	for _, label := range sorted(lifetimes) {
		one := lifetimes[label]
		add("begin", label, one.beginFrom, one.beginBy)
		add("end", label, one.endFrom, one.endBy)
	}
	return kept, nil
}
