package io.graphkernel.runtime.generated.library;

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
 * A oneDNN primitive, with the reorders of operands whose layout it prefers otherwise, for use by one thread at a time.
 * It is run on other addresses each time, without allocation.
 */
final class OneDnnProgram {
    private static final long ALIGNMENT = 64;

    private final List<Slot> slots = new ArrayList<>();
    private final List<Step> steps = new ArrayList<>();
    private final List<Slot> cleared = new ArrayList<>();
    private final stream queue = new stream(OneDnn.cpu());
    private final dnnl_stream queueHandle = queue.get();
    private final Address pointer = new Address();
    private final long[] addresses;
    private long scratchBytes;

    /** A pointer that is set to one address after the other. */
    private static final class Address extends Pointer {
        Address at(long target) {
            address = target;
            return this;
        }
    }

    /** One memory object, over an operand or over a part of the scratch memory. */
    private static final class Slot {
        private final memory object;
        private final dnnl_memory handle;
        private final int operand;
        private final long scratchOffset;
        private final long bytes;
        private long current;

        Slot(memory.desc descriptor, int operand, long scratchOffset) {
            this.object = new memory(descriptor, OneDnn.cpu(), new Pointer());
            this.handle = object.get();
            this.operand = operand;
            this.scratchOffset = scratchOffset;
            this.bytes = aligned(descriptor.get_size());
        }
    }

    /** A primitive with its arguments; it keeps the native objects alive. */
    private static final class Step {
        private final primitive owner;
        private final dnnl_primitive handle;
        private final dnnl_exec_arg_t arguments;
        private final int count;

        Step(primitive owner, List<Integer> kinds, List<Slot> operands) {
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
     * @param kind the number that oneDNN gives to its role
     * @param given how it lies in memory
     * @param wanted how the primitive reads or writes it
     * @param gapsCleared whether it is read from a copy with zeros between its elements
     */
    record Operand(int kind, memory.desc given, memory.desc wanted, boolean gapsCleared) {

        Operand(int kind, memory.desc given, memory.desc wanted) {
            this(kind, given, wanted, false);
        }
    }

    /**
     * Prepares a run.
     *
     * @param scratchpad the memory that the primitive needs
     * @param operands those that are read, in order
     * @param result what is written
     */
    OneDnnProgram(primitive computation, memory.desc scratchpad, List<Operand> operands, Operand result) {
        addresses = new long[operands.size() + 1];
        List<Integer> kinds = new ArrayList<>();
        List<Slot> arguments = new ArrayList<>();
        for (Operand operand : operands) {
            Slot given = slot(operand.given(), kinds.size());
            kinds.add(operand.kind());
            if (same(operand) && !operand.gapsCleared()) {
                arguments.add(given);
            } else {
                Slot wanted = scratch(operand.wanted());
                if (operand.gapsCleared()) {
                    cleared.add(wanted);
                }
                addReorder(operand.given(), given, operand.wanted(), wanted);
                arguments.add(wanted);
            }
        }
        Slot target = slot(result.given(), operands.size());
        Slot written = same(result) ? target : scratch(result.wanted());
        kinds.add(result.kind());
        arguments.add(written);
        kinds.add(dnnl.DNNL_ARG_SCRATCHPAD);
        arguments.add(scratch(scratchpad));
        steps.add(new Step(computation, kinds, arguments));
        if (written != target) {
            addReorder(result.wanted(), written, result.given(), target);
        }
    }

    private static boolean same(Operand operand) {
        return dnnl.dnnl_memory_desc_equal(
                        operand.given().get(), operand.wanted().get())
                != 0;
    }

    private Slot slot(memory.desc descriptor, int operand) {
        Slot slot = new Slot(descriptor, operand, 0);
        slots.add(slot);
        return slot;
    }

    private Slot scratch(memory.desc descriptor) {
        Slot slot = new Slot(descriptor, -1, scratchBytes);
        scratchBytes += slot.bytes;
        slots.add(slot);
        return slot;
    }

    private static long aligned(long bytes) {
        return (bytes + ALIGNMENT - 1) & -ALIGNMENT;
    }

    private void addReorder(memory.desc from, Slot source, memory.desc to, Slot target) {
        primitive_attr attributes = new primitive_attr();
        attributes.set_scratchpad_mode(dnnl.scratchpad_mode.user);
        reorder.primitive_desc plan =
                new reorder.primitive_desc(OneDnn.cpu(), from, OneDnn.cpu(), to, attributes, false);
        List<Integer> kinds = List.of(dnnl.DNNL_ARG_FROM, dnnl.DNNL_ARG_TO, dnnl.DNNL_ARG_SCRATCHPAD);
        steps.add(new Step(new reorder(plan), kinds, List.of(source, target, scratch(plan.scratchpad_desc()))));
    }

    /** The scratch memory that a run needs. */
    long scratchBytes() {
        return scratchBytes;
    }

    /** Sets where an operand is; the result is the one after the last. */
    void address(int operand, long address) {
        addresses[operand] = address;
    }

    /**
     * Runs it.
     *
     * @param scratch 64-byte aligned
     */
    void run(long scratch) {
        for (int i = 0; i < slots.size(); i++) {
            Slot slot = slots.get(i);
            long target = slot.operand < 0 ? scratch + slot.scratchOffset : addresses[slot.operand];
            if (target != slot.current) {
                check(dnnl.dnnl_memory_set_data_handle(slot.handle, pointer.at(target)));
                slot.current = target;
            }
        }
        for (int i = 0; i < cleared.size(); i++) {
            Slot slot = cleared.get(i);
            Pointer.memset(pointer.at(slot.current), 0, slot.bytes);
        }
        for (int i = 0; i < steps.size(); i++) {
            Step step = steps.get(i);
            check(dnnl.dnnl_primitive_execute(step.handle, queueHandle, step.count, step.arguments));
        }
    }

    private static void check(int status) {
        if (status != dnnl.dnnl_success) {
            throw new IllegalStateException("oneDNN answered status " + status);
        }
    }
}
