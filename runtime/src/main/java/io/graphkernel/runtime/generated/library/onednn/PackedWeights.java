package io.graphkernel.runtime.generated.library.onednn;

import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.internal.memory.ConstantMemory.Constant;
import io.graphkernel.runtime.internal.memory.DetachedFromScope;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.dnnl.memory;
import org.bytedeco.dnnl.reorder;
import org.bytedeco.dnnl.stream;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.LongPointer;
import org.bytedeco.javacpp.Pointer;

/**
 * A packed copy of constant weights for oneDNN: a table with one address per chunk size, at which the weights of its
 * chunks are contiguous.
 */
final class PackedWeights {
    private static final int ALIGNMENT = 64;

    private final LongPointer table;
    /** Memory that the addresses refer to, retained until the weights are released. */
    @SuppressWarnings("unused") // The reference keeps it reachable.
    private final List<Pointer> memory;

    private PackedWeights(LongPointer table, List<Pointer> memory) {
        this.table = table;
        this.memory = List.copyOf(memory);
    }

    /**
     * Layouts of the weights for chunks of one size.
     *
     * @param stored layout in the constant
     * @param preferred layout of the primitive
     * @param firstByte offset of the first chunk in the constant
     * @param stepBytes distance between chunks in the constant
     * @param count number of chunks
     */
    record ChunkLayout(memory.desc stored, memory.desc preferred, long firstByte, long stepBytes, long count) {

        /** Returns the distance between chunks in the copy. */
        long bytes() {
            return (preferred.get_size() + ALIGNMENT - 1) & -ALIGNMENT;
        }

        private LayoutKey key() {
            return new LayoutKey(blob(stored), blob(preferred), firstByte, stepBytes, count);
        }

        /** Returns the layout as a comparable value. */
        private static List<Byte> blob(memory.desc descriptor) {
            try (BytePointer blob = descriptor.get_blob()) {
                byte[] bytes = new byte[(int) blob.limit()];
                blob.get(bytes);
                List<Byte> bytesOfBlob = new ArrayList<>();
                for (byte value : bytes) {
                    bytesOfBlob.add(value);
                }
                return bytesOfBlob;
            }
        }
    }

    /** Key of copies that several calls can share. */
    private record LayoutKey(List<Byte> stored, List<Byte> preferred, long firstByte, long stepBytes, long count) {}

    /**
     * Returns the packed weights of a constant.
     *
     * @param constant the constant
     * @param address address of its elements
     * @param layouts layouts by chunk size; null for sizes that do not occur
     * @throws NotImplementedByOneDnnException if oneDNN does not support the conversion
     */
    static PackedWeights of(Constant constant, long address, ChunkLayout[] layouts) {
        return DetachedFromScope.create(() -> {
            LongPointer table = new LongPointer(layouts.length);
            List<Pointer> copies = new ArrayList<>();
            for (int i = 0; i < layouts.length; i++) {
                ChunkLayout layout = layouts[i];
                if (layout != null) {
                    Pointer copy =
                            constant.keep(layout.key(), () -> DetachedFromScope.create(() -> packed(address, layout)));
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

    private static Pointer packed(long address, ChunkLayout chunks) {
        BytePointer copy = new BytePointer(chunks.count() * chunks.bytes() + ALIGNMENT);
        stream queue = new stream(OneDnn.cpu());
        for (long chunk = 0; chunk < chunks.count(); chunk++) {
            memory source = new memory(
                    chunks.stored(),
                    OneDnn.cpu(),
                    new AddressPointer(address + chunks.firstByte() + chunk * chunks.stepBytes()));
            memory target = new memory(
                    chunks.preferred(), OneDnn.cpu(), new AddressPointer(aligned(copy) + chunk * chunks.bytes()));
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

    /** A pointer to a given address. */
    private static final class AddressPointer extends Pointer {
        AddressPointer(long target) {
            address = target;
        }
    }

    /** Returns the address of the table, for functions that run chunks. */
    long table() {
        return table.address();
    }

    /** Returns the address of the weights for a chunk size, given the address of a table. */
    static long address(long table, int size) {
        return Memory.getLong(table + (long) size * Long.BYTES);
    }
}
