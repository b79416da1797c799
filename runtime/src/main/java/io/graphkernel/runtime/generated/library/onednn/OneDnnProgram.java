package io.graphkernel.runtime.generated.library.onednn;

import java.util.ArrayList;
import java.util.List;
import org.bytedeco.dnnl.dnnl_exec_arg_t;
import org.bytedeco.dnnl.dnnl_memory;
import org.bytedeco.dnnl.dnnl_primitive;
import org.bytedeco.dnnl.dnnl_stream;
import org.bytedeco.dnnl.global.dnnl;
import org.bytedeco.dnnl.memory;
import org.bytedeco.dnnl.primitive;
import org.bytedeco.dnnl.primitive_attr;
import org.bytedeco.dnnl.reorder;
import org.bytedeco.dnnl.stream;
import org.bytedeco.javacpp.Pointer;

/**
 * A oneDNN primitive with reorders of the operands whose layout differs from the preferred one. It is confined to one
 * thread at a time, and runs on new addresses without allocation.
 */
final class OneDnnProgram {
    private static final long ALIGNMENT = 64;

    private final List<MemorySlot> slots = new ArrayList<>();
    private final List<PrimitiveCall> steps = new ArrayList<>();
    private final List<MemorySlot> cleared = new ArrayList<>();
    private final stream queue = new stream(OneDnn.cpu());
    private final dnnl_stream queueHandle = queue.get();
    private final AddressPointer pointer = new AddressPointer();
    private final long[] addresses;
    private long scratchBytes;

    /** A pointer whose address is set repeatedly. */
    private static final class AddressPointer extends Pointer {
        AddressPointer at(long target) {
            address = target;
            return this;
        }
    }

    /** A memory object over an operand or over scratch memory. */
    private static final class MemorySlot {
        private final memory object;
        private final dnnl_memory handle;
        private final int operand;
        private final long scratchOffset;
        private final long bytes;
        private long current;

        MemorySlot(memory.desc descriptor, int operand, long scratchOffset) {
            this.object = new memory(descriptor, OneDnn.cpu(), new Pointer());
            this.handle = object.get();
            this.operand = operand;
            this.scratchOffset = scratchOffset;
            this.bytes = aligned(descriptor.get_size());
        }
    }

    /** A primitive with its arguments, which keeps the native objects reachable. */
    private static final class PrimitiveCall {
        private final primitive owner;
        private final dnnl_primitive handle;
        private final dnnl_exec_arg_t arguments;
        private final int count;

        PrimitiveCall(primitive owner, List<Integer> kinds, List<MemorySlot> operands) {
            this.owner = owner;
            this.handle = this.owner.get();
            this.count = kinds.size();
            this.arguments = new dnnl_exec_arg_t(count);
            for (int i = 0; i < count; i++) {
                arguments.position(i).arg(kinds.get(i)).memory(operands.get(i).handle);
            }
            arguments.position(0);
        }
    }

    /**
     * An operand of the primitive.
     *
     * @param kind oneDNN argument index
     * @param stored descriptor of the operand in memory
     * @param preferred descriptor that the primitive reads or writes
     * @param gapsCleared true if the primitive reads a copy with zeros between the elements
     */
    record Operand(int kind, memory.desc stored, memory.desc preferred, boolean gapsCleared) {

        Operand(int kind, memory.desc stored, memory.desc preferred) {
            this(kind, stored, preferred, false);
        }
    }

    /**
     * Creates a program.
     *
     * @param computation the primitive
     * @param scratchpad descriptor of the scratchpad of the primitive
     * @param operands operands that are read, in order
     * @param result operand that is written
     */
    OneDnnProgram(primitive computation, memory.desc scratchpad, List<Operand> operands, Operand result) {
        addresses = new long[operands.size() + 1];
        List<Integer> kinds = new ArrayList<>();
        List<MemorySlot> arguments = new ArrayList<>();
        for (Operand operand : operands) {
            MemorySlot stored = slot(operand.stored(), kinds.size());
            kinds.add(operand.kind());
            if (same(operand) && !operand.gapsCleared()) {
                arguments.add(stored);
            } else {
                MemorySlot preferred = scratch(operand.preferred());
                if (operand.gapsCleared()) {
                    cleared.add(preferred);
                }
                addReorder(operand.stored(), stored, operand.preferred(), preferred);
                arguments.add(preferred);
            }
        }
        MemorySlot target = slot(result.stored(), operands.size());
        MemorySlot written = same(result) ? target : scratch(result.preferred());
        kinds.add(result.kind());
        arguments.add(written);
        kinds.add(dnnl.DNNL_ARG_SCRATCHPAD);
        arguments.add(scratch(scratchpad));
        steps.add(new PrimitiveCall(computation, kinds, arguments));
        if (written != target) {
            addReorder(result.preferred(), written, result.stored(), target);
        }
    }

    private static boolean same(Operand operand) {
        return dnnl.dnnl_memory_desc_equal(
                        operand.stored().get(), operand.preferred().get())
                != 0;
    }

    private MemorySlot slot(memory.desc descriptor, int operand) {
        MemorySlot slot = new MemorySlot(descriptor, operand, 0);
        slots.add(slot);
        return slot;
    }

    private MemorySlot scratch(memory.desc descriptor) {
        MemorySlot slot = new MemorySlot(descriptor, -1, scratchBytes);
        scratchBytes += slot.bytes;
        slots.add(slot);
        return slot;
    }

    private static long aligned(long bytes) {
        return (bytes + ALIGNMENT - 1) & -ALIGNMENT;
    }

    private void addReorder(memory.desc from, MemorySlot source, memory.desc to, MemorySlot target) {
        primitive_attr attributes = new primitive_attr();
        attributes.set_scratchpad_mode(dnnl.scratchpad_mode.user);
        reorder.primitive_desc plan =
                new reorder.primitive_desc(OneDnn.cpu(), from, OneDnn.cpu(), to, attributes, false);
        List<Integer> kinds = List.of(dnnl.DNNL_ARG_FROM, dnnl.DNNL_ARG_TO, dnnl.DNNL_ARG_SCRATCHPAD);
        steps.add(
                new PrimitiveCall(new reorder(plan), kinds, List.of(source, target, scratch(plan.scratchpad_desc()))));
    }

    /** Returns the size of the scratch memory of a run. */
    long scratchBytes() {
        return scratchBytes;
    }

    /** Sets the address of an operand; the index of the result follows that of the last operand. */
    void address(int operand, long address) {
        addresses[operand] = address;
    }

    /**
     * Runs the primitive and its reorders.
     *
     * @param scratch address of scratch memory, 64-byte aligned
     */
    void run(long scratch) {
        for (int i = 0; i < slots.size(); i++) {
            MemorySlot slot = slots.get(i);
            long target = slot.operand < 0 ? scratch + slot.scratchOffset : addresses[slot.operand];
            if (target != slot.current) {
                check(dnnl.dnnl_memory_set_data_handle(slot.handle, pointer.at(target)));
                slot.current = target;
            }
        }
        for (int i = 0; i < cleared.size(); i++) {
            MemorySlot slot = cleared.get(i);
            Pointer.memset(pointer.at(slot.current), 0, slot.bytes);
        }
        for (int i = 0; i < steps.size(); i++) {
            PrimitiveCall step = steps.get(i);
            check(dnnl.dnnl_primitive_execute(step.handle, queueHandle, step.count, step.arguments));
        }
    }

    private static void check(int status) {
        if (status != dnnl.dnnl_success) {
            throw new IllegalStateException("oneDNN answered status " + status);
        }
    }
}
