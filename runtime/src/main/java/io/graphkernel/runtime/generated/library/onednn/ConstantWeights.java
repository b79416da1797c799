package io.graphkernel.runtime.generated.library.onednn;

import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.internal.memory.ConstantMemory;
import io.graphkernel.runtime.internal.memory.ConstantMemory.Constant;

/**
 * Packed weights of a computation whose second operand may be a constant of a class.
 *
 * <p>The constant is packed at the first launch that uses it. Chunks receive the table of {@link PackedWeights} through
 * the parameter that otherwise is the address of a kernel.
 */
final class ConstantWeights {

    /** A function that packs a constant. */
    interface Packer {
        /** Returns the packed weights, or null if the original layout is faster. */
        PackedWeights pack(Constant constant, long address);
    }

    private record PackedConstant(Constant constant, PackedWeights weights) {}

    private final Packer packer;
    /** A call site sees one constant in all launches, unless several plans call its class. */
    private volatile PackedConstant last;

    ConstantWeights(Packer packer) {
        this.packer = packer;
    }

    /**
     * Returns the table for a launch.
     *
     * @param arguments address of the slots with the operands' addresses
     * @return 0 if the weights are read in their original layout
     */
    long table(long arguments) {
        long address = Memory.getLong(arguments + Long.BYTES);
        Constant constant = ConstantMemory.at(address);
        PackedWeights weights = constant == null ? null : weights(constant, address);
        return weights == null ? 0 : weights.table();
    }

    private PackedWeights weights(Constant constant, long address) {
        PackedConstant cached = last;
        if (cached == null || cached.constant() != constant) {
            cached = new PackedConstant(constant, packed(constant, address));
            last = cached;
        }
        return cached.weights();
    }

    private PackedWeights packed(Constant constant, long address) {
        try {
            return packer.pack(constant, address);
        } catch (NotImplementedByOneDnnException e) {
            // Some layouts cannot be converted; the weights are read in their original layout.
            return null;
        }
    }
}
