package main

import (
	"encoding/json"
	"fmt"
	"sort"

	"github.com/anishathalye/porcupine"
)

// counter models the budget of a key. A history is shorter than its window, so every admitted request counts until its end.
type counter struct {
	used, limit int64
	// unknown is the number of unknown outcomes so far.
	unknown int64
}

func counterModel(init json.RawMessage, ops []Op) (porcupine.Model, error) {
	var start struct {
		Limit    int64 `json:"limit"`
		WindowNs int64 `json:"windowNs"`
	}
	if err := json.Unmarshal(init, &start); err != nil {
		return porcupine.Model{}, err
	}
	begin, end := Never, int64(0)
	for _, op := range ops {
		begin = min(begin, op.Invoked)
		if op.Output != nil {
			end = max(end, op.End())
		}
	}
	if end-begin >= start.WindowNs {
		return porcupine.Model{}, fmt.Errorf("the history is longer than the window of the limit")
	}
	return porcupine.Model{
		Init:              func() interface{} { return counter{0, start.Limit, 0} },
		Step:              stepOf(counter.step),
		DescribeOperation: describe,
		DescribeState:     func(state interface{}) string { return fmt.Sprintf("%d used", state.(counter).used) },
	}, nil
}

func (s counter) step(op Op, out *Output) (bool, counter) {
	if out == nil && op.number != s.unknown {
		return false, s
	}
	if out == nil {
		s.unknown++
	}
	if s.used == s.limit {
		return out == nil || out.Status == 429, s
	}
	s.used++
	return out == nil || out.Status == 200 && out.Remaining == s.limit-s.used, s
}

// counterOperations numbers the operations with unknown outcomes by the time of their requests. They are interchangeable, so only this
// order must be tried: in any valid order an earlier operation can replace a later one.
func counterOperations(ops []Op) ([]Op, error) {
	made := append([]Op(nil), ops...)
	sort.SliceStable(made, func(i, j int) bool { return made[i].Invoked < made[j].Invoked })
	var unknown int64
	for i, op := range made {
		if op.Output == nil {
			made[i].number = unknown
			unknown++
		}
	}
	return made, nil
}
