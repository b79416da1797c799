package io.graphkernel.runtime.sequence;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Event;
import io.graphkernel.runtime.LaunchGraph;
import io.graphkernel.runtime.Stream;
import io.graphkernel.runtime.Tensor;
import java.nio.FloatBuffer;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;
import org.bytedeco.javacpp.Pointer;

/**
 * Shared state of all threads of a run: tensors, open and closed, and values created from them, in slots that any thread takes.
 */
final class World {
    /** The most elements of a tensor that a step takes: memory that runs out is an error, and none of the sequence's. */
    private static final long LARGEST = 1 << 18;

    private static final long MAX_PAIR = 1 << 20;

    /** A device, best other than the host. */
    final Device device;

    /** Foreign memory that is lent out and not released. */
    final AtomicLong lent = new AtomicLong();

    private final AtomicReferenceArray<Tensor> tensors = new AtomicReferenceArray<>(24);
    private final AtomicReferenceArray<Pointer> pointers = new AtomicReferenceArray<>(4);
    private final AtomicReferenceArray<FloatBuffer> buffers = new AtomicReferenceArray<>(4);

    private final AtomicReferenceArray<Tensor> indices = new AtomicReferenceArray<>(2);
    private final AtomicReferenceArray<Stream> streams = new AtomicReferenceArray<>(2);
    private final AtomicReferenceArray<Event> events = new AtomicReferenceArray<>(2);
    private final AtomicReferenceArray<LaunchGraph> graphs = new AtomicReferenceArray<>(2);

    World(Device device) {
        this.device = device;
    }

    /** A tensor of some thread, which may close it at any time; a new one if there is none yet, or it has grown large. */
    Tensor any(RandomChoices choice) {
        Tensor tensor = tensors.get(choice.below(tensors.length()));
        return tensor == null || tensor.elementCount() > LARGEST ? keep(choice, Tensor.zeros(choice.dims())) : tensor;
    }

    /** Any tensor that makes nothing large if it broadcasts with another one; else that one. */
    Tensor partner(RandomChoices choice, Tensor x) {
        Tensor y = any(choice);
        return x.elementCount() * y.elementCount() <= MAX_PAIR ? y : x;
    }

    /** Two tensors of one shape, the second a new one or the same. */
    Tensor like(RandomChoices choice, Tensor x) {
        return choice.oneIn(8) ? x : Tensor.empty(x.dtype(), x.dimensions());
    }

    /** Puts a tensor where others find it, and closes the one that was there, which others may be using. */
    Tensor keep(RandomChoices choice, Tensor tensor) {
        Tensor old = tensors.getAndSet(choice.below(tensors.length()), tensor);
        // A closed one is left sometimes, for others to use.
        if (old != null && !choice.oneIn(16)) {
            old.close();
        }
        return tensor;
    }

    void keep(RandomChoices choice, Pointer pointer) {
        pointers.set(choice.below(pointers.length()), pointer);
    }

    void keep(RandomChoices choice, FloatBuffer buffer) {
        buffers.set(choice.below(buffers.length()), buffer);
    }

    /** Indices, all 0, that others use and close. */
    Tensor indices(RandomChoices choice) {
        return anyOf(indices, choice, () -> Tensor.zeros(DType.I32, 64L * choice.size()));
    }

    /** A stream that others use and close. */
    Stream stream(RandomChoices choice) {
        return anyOf(streams, choice, () -> Stream.open(device));
    }

    /** An event that others use and close. */
    Event event(RandomChoices choice) {
        return anyOf(events, choice, () -> stream(choice).record());
    }

    /** A graph that others launch and close. */
    LaunchGraph graph(RandomChoices choice) {
        Tensor x = any(choice);
        return anyOf(
                graphs,
                choice,
                () -> LaunchGraph.capture(
                        x.device(), () -> SequenceKernelsKernels.sum(x, x).close()));
    }

    private static <T> T anyOf(AtomicReferenceArray<T> slots, RandomChoices choice, Supplier<T> maker) {
        int index = choice.below(slots.length());
        T found = slots.get(index);
        if (found == null || choice.oneIn(8)) {
            found = maker.get();
            slots.set(index, found);
        }
        return found;
    }

    Pointer pointer(RandomChoices choice) {
        return pointers.get(choice.below(pointers.length()));
    }

    FloatBuffer buffer(RandomChoices choice) {
        return buffers.get(choice.below(buffers.length()));
    }
}
