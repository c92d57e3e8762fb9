package main

import (
	"encoding/json"
	"fmt"

	"github.com/anishathalye/porcupine"
)

// use models one Idempotency-Key: the body of its first use and its prediction, which is empty until a response contains it.
type use struct {
	isDone bool
	cost   int64
	id     string
}

func idempotencyModel(json.RawMessage, []Op) (porcupine.Model, error) {
	return porcupine.Model{
		Partition:         byLabel,
		Init:              func() interface{} { return use{} },
		Step:              stepOf(use.step),
		DescribeOperation: describe,
		DescribeState:     func(state interface{}) string { return fmt.Sprintf("%+v", state) },
	}, nil
}

func (s use) step(op Op, out *Output) (bool, use) {
	isSame := op.Input.Cost == s.cost
	switch {
	case out == nil && s.isDone:
		return true, s
	case out == nil:
		return true, use{true, op.Input.Cost, ""}
	case out.Status == 409:
		return true, s
	case !s.isDone:
		return out.Status == 201 && !out.Replayed, use{true, op.Input.Cost, out.ID}
	case !isSame:
		return out.Status == 422, s
	case s.id == "":
		return out.Status == 201 && out.Replayed, use{true, s.cost, out.ID}
	}
	return out.Status == 201 && out.Replayed && out.ID == s.id, s
}

func idempotencyOperations(ops []Op) ([]Op, error) {
	return ops, inProgress(ops)
}
