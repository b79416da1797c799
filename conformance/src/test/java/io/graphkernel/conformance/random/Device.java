package io.graphkernel.conformance.random;

/** The device that the libraries of stubs choose that are loaded meanwhile. */
public final class Device implements AutoCloseable {

    private static final String PROPERTY = "graphkernel.device";

    private final String before = System.getProperty(PROPERTY);

    private Device() {}

    /** Chooses until closed. */
    public static Device of(String name) {
        Device device = new Device();
        System.setProperty(PROPERTY, name);
        return device;
    }

    @Override
    public void close() {
        if (before == null) {
            System.clearProperty(PROPERTY);
        } else {
            System.setProperty(PROPERTY, before);
        }
    }
}
