package io.graphkernel.common.abi;

import java.nio.charset.StandardCharsets;

/** Header of a plan file and the operator codes of its size table. */
public final class PlanFormat {
    private static final String MAGIC = "GKPLAN";

    /** Version of the format; files of other versions are rejected. */
    public static final int VERSION = 8;

    /** Operator of an entry in the table of sizes, stored as its ordinal. */
    public enum Operator {
        NUMBER,
        DIM,
        SUM,
        PRODUCT,
        FLOOR_DIV,
        CEIL_DIV,
        MIN,
        MAX,
        ALIGNED,
        IF_ANY,
        DOUBLE_BITS,
        PLANNED
    }

    private PlanFormat() {}

    /** Returns the magic bytes at the start of a file. */
    public static byte[] magic() {
        return MAGIC.getBytes(StandardCharsets.US_ASCII);
    }
}
