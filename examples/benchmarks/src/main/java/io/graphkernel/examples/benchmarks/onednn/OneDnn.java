package io.graphkernel.examples.benchmarks.onednn;

import org.bytedeco.dnnl.engine;
import org.bytedeco.dnnl.memory;
import org.bytedeco.dnnl.stream;
import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.javacpp.Pointer;

/**
 * The CPU engine and stream of oneDNN that all its contestants share. The number of threads is that of the OpenMP
 * runtime, which reads {@code OMP_NUM_THREADS} when the process starts.
 */
public final class OneDnn {
    private final engine cpu = new engine(engine.kind.cpu, 0);
    private final stream queue = new stream(cpu);
    private final FloatPointer one = new FloatPointer(1f);

    engine cpu() {
        return cpu;
    }

    stream queue() {
        return queue;
    }

    /** A row-major f32 matrix {@code [rows, columns]} over memory that stays the caller's. */
    public memory matrix(Pointer data, long rows, long columns) {
        memory.desc descriptor =
                new memory.desc(new long[] {rows, columns}, memory.data_type.f32, memory.format_tag.ab, false);
        return new memory(descriptor, cpu, data);
    }

    /** An f32 vector {@code [length]} over memory that stays the caller's: scale and shift of a normalization. */
    public memory vector(Pointer data, long length) {
        memory.desc descriptor = new memory.desc(new long[] {length}, memory.data_type.f32, memory.format_tag.a, false);
        return new memory(descriptor, cpu, data);
    }

    /** The f32 number 1 as a matrix {@code [1, 1]}, which broadcasts. */
    public memory one() {
        return matrix(one, 1, 1);
    }

    /** An f32 matrix {@code [rows, columns]} in memory that oneDNN allocates: the result of a step before the last. */
    public memory temporary(long rows, long columns) {
        memory.desc descriptor =
                new memory.desc(new long[] {rows, columns}, memory.data_type.f32, memory.format_tag.ab, false);
        return new memory(descriptor, cpu);
    }

    /** An f32 vector {@code [length]} in memory that oneDNN allocates. */
    public memory temporaryVector(long length) {
        memory.desc descriptor = new memory.desc(new long[] {length}, memory.data_type.f32, memory.format_tag.a, false);
        return new memory(descriptor, cpu);
    }
}
