package io.graphkernel.processor.capability;

/**
 * What a thread of a group does at once, on a target whose groups of threads share memory. How many threads a group has is
 * part of the {@linkplain io.graphkernel.abi.KernelAbi#GROUP_THREADS agreement} with the run time and the preludes.
 *
 * @param accessBytes the widest access of a thread
 * @param packCost the most that the ops on neighbouring elements of one access cost: more would fill registers and code
 * @param packRegisters the most registers for what is loaded, stored and accumulated of them: more would leave registers for
 *     few threads
 * @param unrolledCost the most that an iteration of a loop costs of which there are several at once
 * @param tileSide the elements, each way, of a tile of a transpose in the memory of a group; the threads of a group take whole
 *     rows of it
 */
public record Groups(int accessBytes, int packCost, int packRegisters, int unrolledCost, int tileSide) {

    /** Of a target whose threads walk ranges by themselves. */
    public static final Groups NONE = new Groups(0, 0, 0, 0, 0);

    /** The least of each, which fits the groups of both; those of the other target if one has none. */
    Groups or(Groups other) {
        if (equals(NONE) || other.equals(NONE)) {
            return equals(NONE) ? other : this;
        }
        return new Groups(
                Math.min(accessBytes, other.accessBytes),
                Math.min(packCost, other.packCost),
                Math.min(packRegisters, other.packRegisters),
                Math.min(unrolledCost, other.unrolledCost),
                Math.min(tileSide, other.tileSide));
    }
}
