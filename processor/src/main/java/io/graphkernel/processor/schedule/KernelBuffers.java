package io.graphkernel.processor.schedule;

import java.util.List;
import java.util.stream.Stream;

/**
 * Memory of a kernel.
 *
 * @param inputs buffers read, one per memory and access
 * @param indices index ops, which are computed, not read
 * @param gathers accesses of Gather ops to their inputs
 * @param outputs buffers written
 * @param indexedStores accesses of outputs at computed positions
 * @param tiling the tiled transpose; null if there is none
 */
public record KernelBuffers(
        List<Buffer> inputs,
        List<Buffer> indices,
        List<Gather> gathers,
        List<Buffer> outputs,
        List<IndexedStore> indexedStores,
        Tiling tiling) {

    public KernelBuffers {
        inputs = List.copyOf(inputs);
        indices = List.copyOf(indices);
        gathers = List.copyOf(gathers);
        outputs = List.copyOf(outputs);
        indexedStores = List.copyOf(indexedStores);
    }

    /** Returns the buffers that have an access. */
    Stream<Buffer> accessed() {
        return Stream.of(inputs, indices, outputs).flatMap(List::stream);
    }
}
