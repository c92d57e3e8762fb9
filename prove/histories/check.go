package main

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/anishathalye/porcupine"
)

// Subject is a kind of object: its model, the conversion of a history to operations, and the corruptions of a history.
type Subject struct {
	model       func(init json.RawMessage, ops []Op) (porcupine.Model, error)
	operations  func(ops []Op) ([]Op, error)
	corruptions map[string]corruption
}

var subjects = map[string]Subject{
	"account":     {accountModel, accountOperations, accountCorruptions},
	"day":         {accountModel, accountOperations, dayCorruptions},
	"idempotency": {idempotencyModel, idempotencyOperations, idempotencyCorruptions},
	"key":         {keyModel, keyOperations, keyCorruptions},
	"person":      {personModel, personOperations, personCorruptions},
	"counter":     {counterModel, counterOperations, counterCorruptions},
	"orders":      {ordersModel, ordersOperations, ordersCorruptions},
	"places":      {placesModel, placesOperations, placesCorruptions},
}

// check returns the result of the linearizability check of a history: linearizable (Ok), not linearizable (Illegal), or undecided within
// the time limit (Unknown).
func check(header Header, ops []Op, limit time.Duration) (porcupine.CheckResult, error) {
	subject, ok := subjects[header.Model]
	if !ok {
		return porcupine.Unknown, fmt.Errorf("there is no model %q", header.Model)
	}
	model, err := subject.model(header.Init, ops)
	if err != nil {
		return porcupine.Unknown, err
	}
	made, err := subject.operations(ops)
	if err != nil {
		return porcupine.Illegal, err
	}
	return porcupine.CheckOperationsTimeout(model, converted(made), limit), nil
}

// visualize writes a diagram of the longest linearizable parts of a rejected history.
func visualize(header Header, ops []Op, limit time.Duration, path string) error {
	model, err := subjects[header.Model].model(header.Init, ops)
	if err != nil {
		return err
	}
	made, err := subjects[header.Model].operations(ops)
	if err != nil {
		return err
	}
	_, info := porcupine.CheckOperationsVerbose(model, converted(made), limit)
	return porcupine.VisualizePath(model, info, path)
}

func converted(ops []Op) []porcupine.Operation {
	operations := make([]porcupine.Operation, len(ops))
	for at, op := range ops {
		operations[at] = porcupine.Operation{ClientId: op.Client, Input: op, Call: op.Invoked, Output: op.Output, Return: op.End()}
	}
	return operations
}

// stepOf adapts a step of a typed state.
func stepOf[State any](step func(State, Op, *Output) (bool, State)) func(state, input, output interface{}) (bool, interface{}) {
	return func(state, input, output interface{}) (bool, interface{}) {
		ok, next := step(state.(State), input.(Op), output.(*Output))
		return ok, next
	}
}

func byLabel(history []porcupine.Operation) [][]porcupine.Operation {
	var parts [][]porcupine.Operation
	at := map[string]int{}
	for _, operation := range history {
		label := operation.Input.(Op).Input.Label
		if _, ok := at[label]; !ok {
			at[label] = len(parts)
			parts = append(parts, nil)
		}
		parts[at[label]] = append(parts[at[label]], operation)
	}
	return parts
}

func describe(input, output interface{}) string {
	op := input.(Op)
	request, _ := json.Marshal(op.Input)
	response, _ := json.Marshal(output)
	return fmt.Sprintf("%s %s %s → %s", op.Process, op.Kind, request, response)
}
