package io.graphkernel.processor.launch;

import io.graphkernel.graph.Node;
import io.graphkernel.processor.schedule.Location;
import java.util.List;

/** Initializer of one argument slot of a launch. */
public sealed interface SlotInitializer {

    /** Returns the index of the slot. */
    int slot();

    /**
     * The address of a tensor's element.
     *
     * @param slot the slot
     * @param location the tensor
     * @param offset offset of the element from the first one, in elements
     * @param written true if the launch writes the tensor
     */
    record OfTensor(int slot, Location location, Size offset, boolean written) implements SlotInitializer {}

    /**
     * An address in the arena.
     *
     * @param slot the slot
     * @param offset offset in the arena, in bytes
     */
    record OfArena(int slot, Size offset) implements SlotInitializer {}

    /**
     * A size.
     *
     * @param slot the slot
     * @param size the size
     */
    record OfSize(int slot, Size size) implements SlotInitializer {}

    /**
     * A scalar argument, in the dtype of the tensors that it is combined with.
     *
     * @param slot the slot
     * @param scalar the scalar
     */
    record OfScalar(int slot, Node scalar) implements SlotInitializer {}

    /**
     * A number operand of a library, as a double.
     *
     * @param slot the slot
     * @param number a scalar, a constant or the size of an axis
     */
    record OfNumber(int slot, Node number) implements SlotInitializer {}

    /**
     * The cache hint of a kernel.
     *
     * @param slot the slot
     * @param footprint the kernel's traffic in bytes
     * @param updates true if the kernel updates a tensor in place
     * @param shared results and parameters that may alias, in alternating order
     */
    record OfCaches(int slot, Size footprint, boolean updates, List<Shared> shared) implements SlotInitializer {

        public OfCaches {
            shared = List.copyOf(shared);
        }
    }

    /**
     * A result that may alias a parameter.
     *
     * @param result the result
     * @param parameter the parameter
     */
    record Shared(Location result, Location parameter) {}
}
