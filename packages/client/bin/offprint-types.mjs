#!/usr/bin/env node
import '../dist/types-command.js';
