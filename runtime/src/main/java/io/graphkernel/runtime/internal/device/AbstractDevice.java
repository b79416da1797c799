package io.graphkernel.runtime.internal.device;

import io.graphkernel.runtime.exception.DeviceUnavailableException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * State of a device, and superclass of the public class {@code Device}: internal code depends on this class alone.
 * Members that are not public API are in {@link DeviceStates}.
 *
 * @hidden
 */
public abstract class AbstractDevice {
    private final String type;
    private final int index;
    /** Index among all devices of this process; the host is 0. */
    final int ordinal;

    private final @Nullable DiscoveredDevice found;
    private volatile @Nullable DeviceInUse inUse;

    /**
     * Creates a device.
     *
     * @param found the device as its driver reports it; null for the host
     */
    protected AbstractDevice(String type, int index, int ordinal, @Nullable DiscoveredDevice found) {
        this.type = type;
        this.index = index;
        this.ordinal = ordinal;
        this.found = found;
    }

    /** Returns the kind of device: {@code cpu}, {@code cuda}, {@code opencl} or {@code ascend}. */
    public String type() {
        return type;
    }

    /** Returns the zero-based index among the devices of the same kind. */
    public int index() {
        return index;
    }

    /** Returns true if this is the host. */
    public boolean isHost() {
        return found == null;
    }

    /** Returns the product name; for the host, its architecture. */
    public String name() {
        return isHost() ? System.getProperty("os.arch") : properties().name();
    }

    /** Returns the version of the driver; for the host, that of the operating system. */
    public String driverVersion() {
        return isHost()
                ? System.getProperty("os.name") + " " + System.getProperty("os.version")
                : properties().driverVersion();
    }

    /** Returns true if the device supports f64 kernels. */
    public boolean supportsF64() {
        return isHost() || properties().doubles();
    }

    DeviceProperties properties() {
        return discovered().properties();
    }

    /** Returns the device as its driver reports it; not for the host. */
    private DiscoveredDevice discovered() {
        return Objects.requireNonNull(found, "the host");
    }

    /** Returns the opened device; null if it is not open. */
    @Nullable
    DeviceInUse openedBefore() {
        return inUse;
    }

    /** Opens the device; not for the host. */
    DeviceInUse open() {
        DeviceInUse current = inUse;
        return current != null ? current : firstUse();
    }

    private synchronized DeviceInUse firstUse() {
        if (inUse == null) {
            DiscoveredDevice reported = discovered();
            if (reported.reason() != null) {
                throw new DeviceUnavailableException(
                        RuntimeProblem.DEVICE_UNAVAILABLE, this, reported.reason(), "the program");
            }
            inUse = new DeviceInUse(toString(), reported.opener().get());
        }
        return inUse;
    }

    /** Formatted as {@code cuda:0}. */
    @Override
    public String toString() {
        return type + ":" + index;
    }
}
