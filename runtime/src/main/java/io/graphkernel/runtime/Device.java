package io.graphkernel.runtime;

/**
 * Where a tensor's memory is.
 *
 * @param type the kind of device, such as {@code cpu}
 * @param index its number among the devices of that kind, from 0
 */
public record Device(String type, int index) {
    private static final Device CPU = new Device("cpu", 0);

    /** The host's memory. */
    public static Device cpu() {
        return CPU;
    }

    /** As in {@code cpu:0}. */
    @Override
    public String toString() {
        return type + ":" + index;
    }
}
