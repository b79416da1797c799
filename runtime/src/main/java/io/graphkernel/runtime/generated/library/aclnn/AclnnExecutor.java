package io.graphkernel.runtime.generated.library.aclnn;

import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.internal.device.NativeScratch;
import java.util.ArrayList;
import java.util.List;

/**
 * One aclnn call after its first phase, for memory with the same alignment.
 *
 * <p>Where the op allows it, the second phase runs repeatedly with the same executor and new addresses. Otherwise,
 * every call prepares an executor.
 */
final class AclnnExecutor {
    /** Alignment of tensors in bytes; an unaligned tensor is a view of an aligned one. */
    static final int ALIGNMENT = 32;

    private static final int ND = 2;
    private static final int NCHW = 0;

    // Memory of a call: arguments, output parameters, and the contents of lists and strings.
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
    /** Handles of the tensors; 0 for absent ones. */
    private final long[] tensors;
    /** Handles of scalars and lists. */
    private final List<Runnable> scalarsAndLists = new ArrayList<>();

    private final boolean isRepeatable;
    private long executor;
    private long workspaceBytes;

    /**
     * Prepares a call.
     *
     * @param shifts for each tensor, the distance of its memory from a multiple of {@link #ALIGNMENT}, in bytes
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
        // The executor of an op that is not repeatable belongs to its call. This one has no addresses and never runs.
        isRepeatable = (int) library.call("aclSetAclOpExecutorRepeatable", executor) == 0;
    }

    private long tensor(AclnnTensor view, long shift, long address) {
        long memory = NativeScratch.address();
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
        return library.create(
                "aclCreateTensor",
                dims,
                rank,
                AclnnOp.type(view.dtype()),
                strides,
                view.first() + skipped,
                view.isNchw() ? NCHW : ND,
                storage,
                1,
                address);
    }

    /** Calls the first phase. */
    private void prepare() {
        long memory = NativeScratch.address();
        List<Long> integers = new ArrayList<>();
        int reals = 0;
        int next = 0;
        for (AclnnOp.Argument argument : op.arguments()) {
            if (argument instanceof AclnnOp.TensorArgument) {
                integers.add(tensors[next++]);
            } else if (argument instanceof AclnnOp.IntArgument integer) {
                integers.add(integer.value());
            } else if (argument instanceof AclnnOp.ScalarArgument number) {
                integers.add(number(number.value()));
            } else if (argument instanceof AclnnOp.IntListArgument list) {
                integers.add(createIntArray(list.values()));
            } else if (argument instanceof AclnnOp.StringArgument text) {
                AclnnOp.put(memory + TEXT, text.value());
                integers.add(memory + TEXT);
            } else {
                double value = ((AclnnOp.DoubleArgument) argument).value();
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
        long memory = NativeScratch.address() + FIRST_LIST;
        Memory.putDouble(memory, value);
        long handle = library.create("aclCreateScalar", memory, AclnnOp.doubleType());
        scalarsAndLists.add(() -> library.call("aclDestroyScalar", handle));
        return handle;
    }

    private long createIntArray(long... values) {
        long memory = NativeScratch.address() + FIRST_LIST;
        for (int i = 0; i < values.length; i++) {
            Memory.putLong(memory + i * 8L, values[i]);
        }
        long handle = library.create("aclCreateIntArray", memory, values.length);
        scalarsAndLists.add(() -> library.call("aclDestroyIntArray", handle));
        return handle;
    }

    long workspaceBytes() {
        return workspaceBytes;
    }

    /**
     * Enqueues the call.
     *
     * @param addresses addresses of the memory of each tensor
     * @param workspace memory of {@link #workspaceBytes}
     * @param stream handle of the stream
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
                // Creating the next handles may fail, and these must not be destroyed twice then.
                tensors[i] = 0;
            }
        }
        scalarsAndLists.forEach(Runnable::run);
        scalarsAndLists.clear();
    }

    /** Releases the handles. */
    void close() {
        if (isRepeatable) {
            library.call("aclDestroyAclOpExecutor", executor);
        }
        closeOperands();
    }
}
