package main

import (
	"encoding/json"
	"fmt"

	"github.com/anishathalye/porcupine"
)

// counter is the budget of a key over 60 seconds. A history is shorter than that, so every admitted request counts to its end.
type counter struct{ used, limit int64 }

func counterModel(init json.RawMessage, _ []Op) (porcupine.Model, error) {
	var start struct {
		Limit int64 `json:"limit"`
	}
	if err := json.Unmarshal(init, &start); err != nil {
		return porcupine.Model{}, err
	}
	return porcupine.Model{
		Init:              func() interface{} { return counter{0, start.Limit} },
		Step:              stepOf(counter.step),
		DescribeOperation: describe,
		DescribeState:     func(state interface{}) string { return fmt.Sprintf("%d used", state.(counter).used) },
	}, nil
}

func (s counter) step(_ Op, out *Output) (bool, counter) {
	if s.used == s.limit {
		return out == nil || out.Status == 429, s
	}
	s.used++
	return out == nil || out.Status == 200 && out.Remaining == s.limit-s.used, s
}

func counterOperations(ops []Op) ([]Op, error) {
	const window = 60_000_000_000
	for _, op := range ops {
		if op.Output != nil && op.End()-ops[0].Invoked >= window {
			return nil, fmt.Errorf("the history is longer than the window of the limit")
		}
	}
	return ops, nil
}
