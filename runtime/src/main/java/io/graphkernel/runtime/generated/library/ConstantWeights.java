package io.graphkernel.runtime.generated.library;

import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.internal.memory.ConstantMemory;
import io.graphkernel.runtime.internal.memory.ConstantMemory.Constant;

/**
 * The weights of a computation whose second operand may be a constant of a class: packed at the first launch with it, and
 * handed to the parts as a table of {@link PackedWeights}, through the parameter that elsewhere is a kernel's address.
 */
final class ConstantWeights {

    /** Packs a constant. */
    interface Packer {
        /** The weights; null if it is better read as it lies. */
        PackedWeights pack(Constant constant, long address);
    }

    private record Packed(Constant constant, PackedWeights weights) {}

    private final Packer packer;
    /** A call has the same constant in all launches, unless its class is called by several plans. */
    private volatile Packed last;

    ConstantWeights(Packer packer) {
        this.packer = packer;
    }

    /**
     * The table for a launch.
     *
     * @param arguments the address of slots that hold the operands' addresses
     * @return 0 if the weights are read as they lie
     */
    long table(long arguments) {
        long address = Memory.getLong(arguments + Long.BYTES);
        Constant constant = ConstantMemory.at(address);
        PackedWeights weights = constant == null ? null : weights(constant, address);
        return weights == null ? 0 : weights.table();
    }

    private PackedWeights weights(Constant constant, long address) {
        Packed known = last;
        if (known == null || known.constant() != constant) {
            known = new Packed(constant, packed(constant, address));
            last = known;
        }
        return known.weights();
    }

    private PackedWeights packed(Constant constant, long address) {
        try {
            return packer.pack(constant, address);
        } catch (NotImplementedByOneDnnException e) {
            // Some layouts have no copy in another one: the weights are read as they lie.
            return null;
        }
    }
}
