package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/anishathalye/porcupine"
)

// key models an API key with its replacements: ";secret=state,predecessor;" of each.
type key struct{ secrets string }

const (
	active    = "active"
	disabled  = "disabled"
	retiring  = "retiring"
	suspended = "disabled and retiring"
	ended     = "ended"
)

func keyModel(json.RawMessage, []Op) (porcupine.Model, error) {
	return porcupine.Model{
		Init:              func() interface{} { return key{";first=" + active + ",;"} },
		Step:              stepOf(key.step),
		DescribeOperation: describe,
		DescribeState:     func(state interface{}) string { return state.(key).secrets },
	}, nil
}

func (s key) step(op Op, out *Output) (bool, key) {
	secret := op.Input.Secret
	found, state, before := s.find(secret)
	if !found {
		return false, s
	}
	isCurrent := state == active || state == disabled
	switch op.Kind {
	case "use":
		isUsable := state == active || state == retiring
		return out == nil || out.Status == map[bool]int{true: 200, false: 401}[isUsable], s
	case "disable", "enable":
		// The settings of an ended key can be changed; it stays ended.
		for usable, unusable := range map[string]string{active: disabled, retiring: suspended} {
			if op.Kind == "disable" && state == usable {
				s = s.set(secret, unusable)
			} else if op.Kind == "enable" && state == unusable {
				s = s.set(secret, usable)
			}
		}
		return out == nil || out.Status == 200, s
	case "revoke":
		if out != nil && out.Status != 200 {
			return false, s
		}
		if isCurrent {
			s = s.set(before, ended)
		}
		return true, s.set(secret, ended)
	case "rotate":
		if !isCurrent {
			return out == nil || out.Status == 409, s
		}
		if out != nil && out.Status != 201 {
			return false, s
		}
		old := ended
		if op.Input.Grace > 0 {
			old = map[string]string{active: retiring, disabled: suspended}[state]
		}
		next := s.set(before, ended).set(secret, old)
		next.secrets += fmt.Sprintf("%s=%s,%s;", op.Input.Label, state, secret)
		return true, next
	case "lapse":
		// The end of a grace.
		if state == retiring || state == suspended {
			s = s.set(secret, ended)
		}
		return true, s
	}
	return false, s
}

func (s key) find(secret string) (found bool, state, before string) {
	at := strings.Index(s.secrets, ";"+secret+"=")
	if at < 0 {
		return false, "", ""
	}
	text, _, _ := strings.Cut(s.secrets[at+len(secret)+2:], ";")
	state, before, _ = strings.Cut(text, ",")
	return true, state, before
}

func (s key) set(secret, to string) key {
	found, state, _ := s.find(secret)
	if !found {
		return s
	}
	return key{strings.Replace(s.secrets, ";"+secret+"="+state+",", ";"+secret+"="+to+",", 1)}
}

// keyOperations adds the ends of graces. A grace begins between the request and the response of its rotation.
func keyOperations(ops []Op) ([]Op, error) {
	kept := make([]Op, 0, len(ops))
	for _, op := range ops {
		if op.Kind == "use" && op.Output == nil {
			continue
		}
		kept = append(kept, op)
		if op.Kind != "rotate" || op.Input.Grace == 0 {
			continue
		}
		if op.Output != nil && op.Output.Status != 201 {
			continue
		}
		lapse := Op{Client: 1000, Process: "clock", Kind: "lapse", Input: Input{Secret: op.Input.Secret}, Invoked: op.Invoked + op.Input.Grace}
		if op.Output != nil {
			at := *op.Answered + op.Input.Grace
			lapse.Answered, lapse.Output = &at, &Output{}
		}
		kept = append(kept, lapse)
	}
	return kept, nil
}
