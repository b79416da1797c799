package io.graphkernel.runtime.generated.library;

import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.internal.device.CallMemory;
import java.util.ArrayList;
import java.util.List;

/**
 * One call of aclnn as its first function has prepared it, for memory of any address that is aligned alike. Where the op
 * allows it, the second function is called with the same executor again and again, and told other addresses; else each call
 * prepares one.
 */
final class AclnnExecutor {
    /** Tensors begin at multiples of so many bytes; what does not is a part of one that does. */
    static final int ALIGNMENT = 32;

    private static final int ND = 2;
    private static final int NCHW = 0;

    // The memory of a call: the arguments, what is returned through pointers, and what lists and texts are made from.
    private static final int INTEGERS = 32;
    private static final int WORKSPACE = 40 * Long.BYTES;
    private static final int EXECUTOR = 41 * Long.BYTES;
    private static final int TEXT = 48 * Long.BYTES;
    private static final int FIRST_LIST = 64 * Long.BYTES;
    private static final int SECOND_LIST = 80 * Long.BYTES;
    private static final int THIRD_LIST = 96 * Long.BYTES;

    private final Aclnn library;
    private final AclnnOp op;
    private final List<AclnnTensor> views;
    /** The handles of the tensors, 0 for those that are missing. */
    private final long[] tensors;
    /** Those of numbers and lists. */
    private final List<Runnable> others = new ArrayList<>();

    private final boolean isRepeatable;
    private long executor;
    private long workspaceBytes;

    /**
     * Prepares a call.
     *
     * @param shifts for each tensor how many bytes its memory begins after a multiple of {@link #ALIGNMENT}
     */
    AclnnExecutor(Aclnn library, AclnnOp op, long[] shifts) {
        this.library = library;
        this.op = op;
        this.views = op.tensors();
        this.tensors = new long[views.size()];
        for (int i = 0; i < tensors.length; i++) {
            tensors[i] = views.get(i) == null ? 0 : tensor(views.get(i), shifts[i], 0);
        }
        prepare();
        // The executor of an op that cannot be repeated is its call's; this one, which has no addresses, is never
        // called.
        isRepeatable = (int) library.call("aclSetAclOpExecutorRepeatable", executor) == 0;
    }

    private long tensor(AclnnTensor view, long shift, long address) {
        long memory = CallMemory.address();
        long dims = memory + FIRST_LIST;
        long strides = memory + SECOND_LIST;
        long storage = memory + THIRD_LIST;
        int rank = view.dims().length;
        for (int axis = 0; axis < rank; axis++) {
            Memory.putLong(dims + axis * 8L, view.dims()[axis]);
            Memory.putLong(strides + axis * 8L, view.strides()[axis]);
        }
        long skipped = shift / view.dtype().bytes();
        Memory.putLong(storage, view.storage() + skipped);
        return library.made(
                "aclCreateTensor",
                dims,
                rank,
                AclnnOp.type(view.dtype()),
                strides,
                view.first() + skipped,
                view.images() ? NCHW : ND,
                storage,
                1,
                address);
    }

    /** Calls the first function. */
    private void prepare() {
        long memory = CallMemory.address();
        List<Long> integers = new ArrayList<>();
        int reals = 0;
        int next = 0;
        for (AclnnOp.Argument argument : op.arguments()) {
            if (argument instanceof AclnnOp.Tensor) {
                integers.add(tensors[next++]);
            } else if (argument instanceof AclnnOp.Whole whole) {
                integers.add(whole.value());
            } else if (argument instanceof AclnnOp.Number number) {
                integers.add(number(number.value()));
            } else if (argument instanceof AclnnOp.Wholes wholes) {
                integers.add(wholes(wholes.values()));
            } else if (argument instanceof AclnnOp.Text text) {
                AclnnOp.put(memory + TEXT, text.value());
                integers.add(memory + TEXT);
            } else {
                double value = ((AclnnOp.Real) argument).value();
                Memory.putDouble(memory + (INTEGERS + reals++) * 8L, value);
            }
        }
        integers.add(memory + WORKSPACE);
        integers.add(memory + EXECUTOR);
        for (int i = 0; i < integers.size(); i++) {
            Memory.putLong(memory + i * 8L, integers.get(i));
        }
        library.checkMixed(op.function() + "GetWorkspaceSize", memory);
        workspaceBytes = Math.max(workspaceBytes, Memory.getLong(memory + WORKSPACE));
        executor = Memory.getLong(memory + EXECUTOR);
    }

    private long number(double value) {
        long memory = CallMemory.address() + FIRST_LIST;
        Memory.putDouble(memory, value);
        long handle = library.made("aclCreateScalar", memory, AclnnOp.doubleType());
        others.add(() -> library.call("aclDestroyScalar", handle));
        return handle;
    }

    private long wholes(long... values) {
        long memory = CallMemory.address() + FIRST_LIST;
        for (int i = 0; i < values.length; i++) {
            Memory.putLong(memory + i * 8L, values[i]);
        }
        long handle = library.made("aclCreateIntArray", memory, values.length);
        others.add(() -> library.call("aclDestroyIntArray", handle));
        return handle;
    }

    long workspaceBytes() {
        return workspaceBytes;
    }

    /**
     * Puts the call into a stream.
     *
     * @param addresses of the memory of each tensor
     * @param workspace memory of {@link #workspaceBytes}
     */
    void launch(long[] addresses, long workspace, long stream) {
        if (!isRepeatable) {
            prepareAgain(addresses);
        } else {
            for (int i = 0; i < tensors.length; i++) {
                if (tensors[i] != 0) {
                    library.check("aclSetTensorAddr", executor, i, tensors[i], aligned(addresses[i]));
                }
            }
        }
        library.check(op.function(), workspace, workspaceBytes, executor, stream);
    }

    private void prepareAgain(long... addresses) {
        closeOperands();
        for (int i = 0; i < tensors.length; i++) {
            long address = addresses[i];
            tensors[i] = views.get(i) == null ? 0 : tensor(views.get(i), address - aligned(address), aligned(address));
        }
        prepare();
    }

    private static long aligned(long address) {
        return address & -ALIGNMENT;
    }

    private void closeOperands() {
        for (int i = 0; i < tensors.length; i++) {
            if (tensors[i] != 0) {
                library.call("aclDestroyTensor", tensors[i]);
                // Making the next ones may fail, and then these are closed again.
                tensors[i] = 0;
            }
        }
        others.forEach(Runnable::run);
        others.clear();
    }

    /** Gives back what aclnn keeps of it. */
    void close() {
        if (isRepeatable) {
            library.call("aclDestroyAclOpExecutor", executor);
        }
        closeOperands();
    }
}
