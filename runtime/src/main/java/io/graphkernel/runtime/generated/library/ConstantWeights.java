package io.graphkernel.runtime.generated.library;

import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.generated.RangeFunction;
import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.internal.memory.ConstantMemory;
import io.graphkernel.runtime.internal.memory.ConstantMemory.Constant;

/**
 * A computation in parts whose second operand may be a constant of a class: then its parts are handed the table of
 * {@link PackedWeights} through the parameter that elsewhere is a kernel's address, and 0 otherwise.
 */
final class ConstantWeights implements LibraryWork {

    /** Packs a constant. */
    interface Packer {
        PackedWeights pack(Constant constant, long address);
    }

    private record Packed(Constant constant, PackedWeights weights) {}

    private final RangeFunction parts;
    private final long count;
    private final long scratchBytes;
    private final Packer packer;
    /** A call has the same constant in all launches, unless its class is called by several plans. */
    private volatile Packed last;

    ConstantWeights(RangeFunction parts, long count, long scratchBytes, Packer packer) {
        this.parts = parts;
        this.count = count;
        this.scratchBytes = scratchBytes;
        this.packer = packer;
    }

    @Override
    public void launch(LaunchFrame frame, long arguments) {
        long address = Memory.getLong(arguments + Long.BYTES);
        Constant constant = ConstantMemory.at(address);
        frame.run(parts, constant == null ? 0 : weights(constant, address).table(), arguments, count, scratchBytes);
    }

    private PackedWeights weights(Constant constant, long address) {
        Packed known = last;
        if (known == null || known.constant() != constant) {
            known = new Packed(constant, packer.pack(constant, address));
            last = known;
        }
        return known.weights();
    }
}
