package io.graphkernel.processor.schedule;

/** One thing that a method does at the call, in order. */
public sealed interface Step permits Kernel, LibraryCall {}
