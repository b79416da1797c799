package io.graphkernel.runtime.internal.tensor;

import io.graphkernel.runtime.exception.OverlapException;
import io.graphkernel.runtime.exception.RuntimeProblem;

/** Check that a result and the operands of a call do not share memory, which eager ops and stubs share. */
public final class OverlapCheck {

    private OverlapCheck() {}

    /** Checks that a result does not alias an input. */
    public static void disjoint(String op, String outName, AbstractTensor out, String inName, AbstractTensor in) {
        if (overlap(out, in)) {
            throw new OverlapException(RuntimeProblem.OVERLAP, op, outName, inName);
        }
    }

    /** Checks that a result and an input are identical or do not overlap. */
    public static void disjointOrSame(String op, String outName, AbstractTensor out, String inName, AbstractTensor in) {
        if (out != in && overlap(out, in) && (out.address() != in.address() || out.byteCount() != in.byteCount())) {
            throw new OverlapException(RuntimeProblem.PARTIAL_OVERLAP, op, outName, inName);
        }
    }

    /** Returns true if two tensors have a common byte. */
    public static boolean overlap(AbstractTensor out, AbstractTensor in) {
        long outBegin = out.address();
        long inBegin = in.address();
        long outBytes = out.byteCount();
        long inBytes = in.byteCount();
        return outBytes > 0 && inBytes > 0 && outBegin < inBegin + inBytes && inBegin < outBegin + outBytes;
    }
}
