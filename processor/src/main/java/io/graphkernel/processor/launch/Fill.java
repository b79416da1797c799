package io.graphkernel.processor.launch;

import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.schedule.Location;
import java.util.List;

/** What one argument slot of a launch holds. */
public sealed interface Fill {

    /** The slot, from 0. */
    int slot();

    /**
     * The address of a tensor's element.
     *
     * @param slot the slot
     * @param location a tensor
     * @param offset how far after the first element it is, in elements
     * @param written whether the launch writes the tensor, not only reads it
     */
    record OfTensor(int slot, Location location, Size offset, boolean written) implements Fill {}

    /**
     * An address in the arena.
     *
     * @param slot the slot
     * @param offset how far after its beginning it is, in bytes
     */
    record OfArena(int slot, Size offset) implements Fill {}

    /**
     * A number that follows from the dims.
     *
     * @param slot the slot
     * @param size the number
     */
    record OfSize(int slot, Size size) implements Fill {}

    /**
     * A number of the call, in the dtype of the tensors that it meets.
     *
     * @param slot the slot
     * @param scalar the number
     */
    record OfScalar(int slot, Node scalar) implements Fill {}

    /**
     * A number that a library takes, as a double.
     *
     * @param slot the slot
     * @param number a scalar, a constant or the size of an axis
     */
    record OfNumber(int slot, Node number) implements Fill {}

    /**
     * What a kernel does about caches.
     *
     * @param slot the slot
     * @param footprint the bytes that are moved
     * @param updates whether it updates a tensor in place
     * @param shared results and parameters that may be the same memory, alternately
     */
    record OfCaches(int slot, Size footprint, boolean updates, List<Shared> shared) implements Fill {

        public OfCaches {
            shared = List.copyOf(shared);
        }
    }

    /**
     * A result that may be the memory of a parameter.
     *
     * @param result the result
     * @param parameter the parameter
     */
    record Shared(Location result, Location parameter) {}
}
