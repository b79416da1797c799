package io.graphkernel.runtime.generated;

/**
 * What the threads run: a part of a kernel's range. For native kernels this is the native launch, for those of the JVM
 * target the generated class next to the stub.
 */
@FunctionalInterface
public interface RangeFunction {
    /**
     * Runs a kernel over {@code [begin, end)}.
     *
     * @param kernel the function's address, or its number in the kernel table
     * @param arguments the address of the argument slots
     * @param begin the first item
     * @param end the item after the last
     * @param scratch the address of 64-byte aligned memory of this thread, or 0
     */
    void run(long kernel, long arguments, long begin, long end, long scratch);
}
