/**
 * Launch programs of plans: argument slots, ranges, and the memory between launches. The stub inlines the program of a
 * short plan in Java; the runtime interprets that of a long one.
 */
package io.graphkernel.processor.launch;
