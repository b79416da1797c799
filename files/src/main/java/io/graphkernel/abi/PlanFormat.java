package io.graphkernel.abi;

import java.nio.charset.StandardCharsets;

/** What the compiler writes at the start of a file of plans, and how it numbers the operators of sizes. */
public final class PlanFormat {
    private static final String MAGIC = "GKPLAN";

    /** A file of another version is refused. */
    public static final int VERSION = 4;

    /** How an entry of the table of sizes is computed; the ordinal is what the file holds. */
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

    /** The bytes that a file begins with. */
    public static byte[] magic() {
        return MAGIC.getBytes(StandardCharsets.US_ASCII);
    }
}
