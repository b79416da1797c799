package io.graphkernel.runtime;

import io.graphkernel.runtime.exception.DeviceUnavailableException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.internal.device.DeviceAccess;
import io.graphkernel.runtime.internal.device.DeviceInUse;
import io.graphkernel.runtime.internal.device.DeviceProperties;
import io.graphkernel.runtime.internal.device.FoundDevice;
import io.graphkernel.runtime.internal.profile.LaunchProfile;
import io.graphkernel.runtime.internal.setting.Devices;
import java.util.List;

/**
 * Where tensors live and kernels run: the host, a GPU that is reached through CUDA or OpenCL, or an Ascend device. There is one object for
 * each device.
 *
 * <p>New tensors are made on the {@linkplain #defaultDevice() default device}, unless a method says another. A compiled
 * kernel runs where its tensors are. {@link Tensor#to} copies from one device to another.
 */
public final class Device {
    static {
        DeviceAccess.give(new Access());
    }

    private static final Device CPU = new Device("cpu", 0, 0, null);

    private final String type;
    private final int index;
    private final int ordinal;
    private final FoundDevice found;
    private volatile DeviceInUse inUse;

    Device(String type, int index, int ordinal, FoundDevice found) {
        this.type = type;
        this.index = index;
        this.ordinal = ordinal;
        this.found = found;
    }

    /** The host. */
    public static Device cpu() {
        return CPU;
    }

    /**
     * A device other than the host: CUDA devices first, then GPUs of OpenCL, then its other devices, such as a CPU that
     * OpenCL drives, then Ascend devices. So {@code gpu(0)} need not be a GPU, where the setting {@code auto} takes GPUs only; see
     * {@link #defaultDevice}. Devices that cannot be used are not counted.
     *
     * @param index from 0
     * @throws DeviceUnavailableException if there are not so many, with the reasons
     */
    public static Device gpu(int index) {
        return Devices.found().gpu(index);
    }

    /**
     * A CUDA device.
     *
     * @param index the driver's number, from 0
     * @throws DeviceUnavailableException if it cannot be used, with the reason
     */
    public static Device cuda(int index) {
        return Devices.found().device("cuda", index);
    }

    /**
     * An OpenCL device.
     *
     * @param index its number among the devices of all platforms in the driver's order, from 0
     * @throws DeviceUnavailableException if it cannot be used, with the reason
     */
    public static Device opencl(int index) {
        return Devices.found().device("opencl", index);
    }

    /**
     * An Ascend device. A class that cannot be compiled for it has no kernels there, and a call says why.
     *
     * @param index the number of AscendCL, from 0
     * @throws DeviceUnavailableException if it cannot be used, with the reason
     */
    public static Device ascend(int index) {
        return Devices.found().device("ascend", index);
    }

    /**
     * The device of a name.
     *
     * @param name such as {@code cpu}, {@code cuda:0} or {@code opencl:1}; without a number the first one
     * @throws io.graphkernel.runtime.exception.InvalidArgumentException if no device is called so
     * @throws DeviceUnavailableException if it cannot be used, with the reason
     */
    public static Device of(String name) {
        return Devices.named(name);
    }

    /**
     * What there is: the host, every device that a driver knows, usable or not, and for each kind without a device the
     * reason. Drivers are asked once in a process.
     */
    public static List<DeviceReport> available() {
        return Devices.found().reports();
    }

    /**
     * Where tensors are made if nothing else is said: the device that {@code graphkernel.device} or
     * {@code GRAPHKERNEL_DEVICE} names, else the host. {@code auto} is the first CUDA device, else the first GPU of
     * OpenCL, else the host; it takes no other device of OpenCL. A line of log says which it is and why.
     *
     * @throws DeviceUnavailableException if that device cannot be used, with the reason
     */
    public static Device defaultDevice() {
        return Devices.byDefault();
    }

    /** The kind of device: {@code cpu}, {@code cuda}, {@code opencl} or {@code ascend}. */
    public String type() {
        return type;
    }

    /** The number among the devices of that kind, from 0. */
    public int index() {
        return index;
    }

    /** Whether this is the host. */
    public boolean isHost() {
        return found == null;
    }

    /** The product's name; for the host its architecture. */
    public String name() {
        return isHost() ? System.getProperty("os.arch") : properties().name();
    }

    /** The version of the driver; for the host that of the operating system. */
    public String driverVersion() {
        return isHost()
                ? System.getProperty("os.name") + " " + System.getProperty("os.version")
                : properties().driverVersion();
    }

    /** The size of the device's memory in bytes; for the host what JavaCPP may allocate. */
    public long memoryBytes() {
        return isHost() ? Devices.hostMemoryBytes() : properties().memoryBytes();
    }

    /** Whether kernels over f64 run here. */
    public boolean supportsF64() {
        return isHost() || properties().doubles();
    }

    /** Waits until all work of all streams of this device is done. Work of the host is done when its call returns. */
    public void synchronize() {
        if (!isHost()) {
            use().synchronize();
            LaunchProfile.collect();
        }
    }

    private DeviceProperties properties() {
        return found.properties();
    }

    /**
     * The device with its memory and streams; not of the host.
     *
     * @throws DeviceUnavailableException if the driver does not open it
     */
    DeviceInUse use() {
        DeviceInUse current = inUse;
        return current != null ? current : firstUse();
    }

    private synchronized DeviceInUse firstUse() {
        if (inUse == null) {
            if (found.reason() != null) {
                throw new DeviceUnavailableException(
                        RuntimeProblem.DEVICE_UNAVAILABLE, this, found.reason(), "the program");
            }
            inUse = new DeviceInUse(toString(), found.opener().get());
        }
        return inUse;
    }

    /** As in {@code cuda:0}. */
    @Override
    public String toString() {
        return type + ":" + index;
    }

    /** For the run time. */
    private static final class Access extends DeviceAccess {

        @Override
        public Device make(String type, int index, int ordinal, FoundDevice found) {
            return new Device(type, index, ordinal, found);
        }

        @Override
        public int ordinal(Device device) {
            return device.ordinal;
        }

        @Override
        public DeviceInUse use(Device device) {
            return device.use();
        }

        @Override
        public boolean isGpu(Device device) {
            return !device.isHost() && device.properties().gpu();
        }
    }
}
