/** What goes into the jar of a model besides the run time: its command, which reads and writes NumPy's files. */
package io.graphkernel.converter.model;
