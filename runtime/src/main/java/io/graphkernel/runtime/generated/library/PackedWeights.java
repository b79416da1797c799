package io.graphkernel.runtime.generated.library;

import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.internal.memory.ConstantMemory.Constant;
import io.graphkernel.runtime.internal.memory.Unscoped;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.dnnl.memory;
import org.bytedeco.dnnl.reorder;
import org.bytedeco.dnnl.stream;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.LongPointer;
import org.bytedeco.javacpp.Pointer;

/**
 * Constant weights as oneDNN wants them, copied once: a table with an address for each size of a part, where the weights of all its
 * parts follow each other.
 */
final class PackedWeights {
    private static final int ALIGNMENT = 64;

    private final LongPointer table;
    /** What the addresses lead to must not be freed before. */
    private final List<Pointer> memory;

    private PackedWeights(LongPointer table, List<Pointer> memory) {
        this.table = table;
        this.memory = List.copyOf(memory);
    }

    /**
     * How the weights of the parts of one size lie.
     *
     * @param given in the constant
     * @param wanted by the primitive
     * @param firstByte of the first part in the constant
     * @param stepBytes from one part to the next there
     * @param count the parts
     */
    record Parts(memory.desc given, memory.desc wanted, long firstByte, long stepBytes, long count) {

        /** From one part to the next in the copy. */
        long bytes() {
            return (wanted.get_size() + ALIGNMENT - 1) & -ALIGNMENT;
        }

        private Key key() {
            return new Key(blob(given), blob(wanted), firstByte, stepBytes, count);
        }

        /** The layout as a value. */
        private static List<Byte> blob(memory.desc descriptor) {
            try (BytePointer blob = descriptor.get_blob()) {
                byte[] bytes = new byte[(int) blob.limit()];
                blob.get(bytes);
                List<Byte> value = new ArrayList<>();
                for (byte each : bytes) {
                    value.add(each);
                }
                return value;
            }
        }
    }

    /** Equal for calls that want the same copy of a constant. */
    private record Key(List<Byte> given, List<Byte> wanted, long firstByte, long stepBytes, long count) {}

    /**
     * The weights of a constant.
     *
     * @param parts null for sizes that do not occur
     * @throws NotImplementedByOneDnnException if oneDNN cannot copy them so
     */
    static PackedWeights of(Constant constant, long address, Parts[] parts) {
        return Unscoped.make(() -> {
            LongPointer table = new LongPointer(parts.length);
            List<Pointer> copies = new ArrayList<>();
            for (int i = 0; i < parts.length; i++) {
                Parts part = parts[i];
                if (part != null) {
                    Pointer copy = constant.keep(part.key(), () -> Unscoped.make(() -> packed(address, part)));
                    copies.add(copy);
                    table.put(i, aligned(copy));
                }
            }
            return new PackedWeights(table, copies);
        });
    }

    private static long aligned(Pointer copy) {
        return (copy.address() + ALIGNMENT - 1) & -ALIGNMENT;
    }

    private static Pointer packed(long address, Parts parts) {
        BytePointer copy = new BytePointer(parts.count() * parts.bytes() + ALIGNMENT);
        stream queue = new stream(OneDnn.cpu());
        for (long part = 0; part < parts.count(); part++) {
            memory source = new memory(
                    parts.given(), OneDnn.cpu(), new At(address + parts.firstByte() + part * parts.stepBytes()));
            memory target = new memory(parts.wanted(), OneDnn.cpu(), new At(aligned(copy) + part * parts.bytes()));
            reorderOf(source, target).execute(queue, source, target);
            queue._wait();
        }
        return copy;
    }

    private static reorder reorderOf(memory source, memory target) {
        try {
            return new reorder(source, target);
        } catch (RuntimeException e) {
            throw new NotImplementedByOneDnnException(e);
        }
    }

    /** A pointer to an address. */
    private static final class At extends Pointer {
        At(long target) {
            address = target;
        }
    }

    /** The address of the table, for functions that run parts. */
    long table() {
        return table.address();
    }

    /** Where the weights of the parts of one size are, by the address of a table. */
    static long address(long table, int size) {
        return Memory.getLong(table + (long) size * Long.BYTES);
    }
}
