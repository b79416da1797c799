package io.graphkernel.processor.schedule;

/** One thing that a method does at the call, in order. */
public sealed interface Step permits Kernel, LibraryCall {

    /**
     * What it is called in generated code and in reports.
     *
     * @return unique in its class, a C and Java identifier
     */
    String name();
}
