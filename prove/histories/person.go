package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/anishathalye/porcupine"
)

// person models a member of an account: the role and the active sign-ins as ";label;".
type person struct{ role, signIns string }

// mayManageKeys are the roles that may change API keys.
const mayManageKeys = "owner admin developer"

func personModel(init json.RawMessage, _ []Op) (porcupine.Model, error) {
	var start struct {
		Role    string   `json:"role"`
		SignIns []string `json:"signIns"`
	}
	if err := json.Unmarshal(init, &start); err != nil {
		return porcupine.Model{}, err
	}
	return porcupine.Model{
		Init:              func() interface{} { return person{start.Role, ";" + strings.Join(start.SignIns, ";") + ";"} },
		Step:              stepOf(person.step),
		DescribeOperation: describe,
		DescribeState:     func(state interface{}) string { return fmt.Sprintf("%+v", state) },
	}, nil
}

func (s person) step(op Op, out *Output) (bool, person) {
	mark := ";" + op.Input.Secret + ";"
	isActive := strings.Contains(s.signIns, mark)
	switch op.Kind {
	case "profile":
		if !isActive {
			return out.Status == 401, s
		}
		return out.Status == 200 && out.State == s.role, s
	case "change":
		// The request has an invalid body: 400 shows that the role allows it.
		switch {
		case !isActive:
			return out.Status == 401, s
		case strings.Contains(mayManageKeys, s.role):
			return out.Status == 400, s
		}
		return out.Status == 403, s
	case "logout":
		return out == nil || out.Status == 204, person{s.role, strings.Replace(s.signIns, mark, ";", 1)}
	case "end others":
		if !isActive {
			return out == nil || out.Status == 401, s
		}
		return out == nil || out.Status == 204, person{s.role, mark}
	case "role":
		return out == nil || out.Status == 200, person{op.Input.Label, s.signIns}
	}
	return false, s
}

// personOperations omits reads without a response.
func personOperations(ops []Op) ([]Op, error) {
	var kept []Op
	for _, op := range ops {
		if op.Output != nil || op.Kind != "profile" && op.Kind != "change" {
			kept = append(kept, op)
		}
	}
	return kept, nil
}
