package io.graphkernel.runtime;

import io.graphkernel.runtime.exception.DeviceUnavailableException;
import io.graphkernel.runtime.internal.device.AbstractDevice;
import io.graphkernel.runtime.internal.device.DeviceFactory;
import io.graphkernel.runtime.internal.device.DeviceInUse;
import io.graphkernel.runtime.internal.device.DeviceStates;
import io.graphkernel.runtime.internal.device.DiscoveredDevice;
import io.graphkernel.runtime.internal.memory.MemoryPool;
import io.graphkernel.runtime.internal.memory.Reclamation;
import io.graphkernel.runtime.internal.profile.LaunchProfile;
import io.graphkernel.runtime.internal.setting.Devices;
import io.graphkernel.runtime.internal.tensor.Operands;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A device with memory for tensors that runs kernels: the host, a GPU accessed through CUDA or OpenCL, or an Ascend
 * device. There is one object per device.
 *
 * <p>New tensors are allocated on the {@linkplain #defaultDevice() default device}, unless a method specifies another
 * one. A compiled kernel runs on the device of its tensors. {@link Tensor#to} copies between devices.
 */
public final class Device extends AbstractDevice {
    private static final Device CPU = new Device("cpu", 0, 0, null);

    static {
        DeviceFactory.register(new Factory());
    }

    Device(String type, int index, int ordinal, @Nullable DiscoveredDevice found) {
        super(type, index, ordinal, found);
    }

    /** Returns the host. */
    public static Device cpu() {
        return CPU;
    }

    /**
     * Returns a usable device other than the host. GPUs come first (CUDA, then OpenCL), followed by other OpenCL
     * devices, such as CPUs through PoCL, and Ascend devices. {@link #gpu} only counts GPUs.
     *
     * @param index zero-based index among the usable devices
     * @throws DeviceUnavailableException if there are fewer devices, with the reasons
     */
    public static Device accelerator(int index) {
        return (Device) Devices.found().accelerator(index);
    }

    /**
     * Returns a usable GPU: CUDA devices come first, then GPUs of OpenCL.
     *
     * @param index zero-based index among the usable GPUs
     * @throws DeviceUnavailableException if there are fewer GPUs, with the reasons
     */
    public static Device gpu(int index) {
        return (Device) Devices.found().gpu(index);
    }

    /**
     * Returns a CUDA device.
     *
     * @param index the driver's zero-based index
     * @throws DeviceUnavailableException if it is unusable, with the reason
     */
    public static Device cuda(int index) {
        return (Device) Devices.found().device("cuda", index);
    }

    /**
     * Returns an OpenCL device.
     *
     * @param index zero-based index among the devices of all platforms in the driver's order
     * @throws DeviceUnavailableException if it is unusable, with the reason
     */
    public static Device opencl(int index) {
        return (Device) Devices.found().device("opencl", index);
    }

    /**
     * Returns an Ascend device. A class that cannot be compiled for Ascend has no kernels there; a call throws the
     * reason.
     *
     * @param index zero-based index of AscendCL
     * @throws DeviceUnavailableException if it is unusable, with the reason
     */
    public static Device ascend(int index) {
        return (Device) Devices.found().device("ascend", index);
    }

    /**
     * Returns a device by its name.
     *
     * @param name name such as {@code cpu}, {@code cuda:0} or {@code opencl:1}; the index defaults to 0
     * @throws io.graphkernel.runtime.exception.InvalidArgumentException if the name is not that of a device
     * @throws DeviceUnavailableException if it is unusable, with the reason
     */
    public static Device of(String name) {
        return (Device) Devices.named(Operands.attribute("Device.of", "name", name));
    }

    /**
     * Returns the devices: the host, every device that a driver reports, usable or not, and the reason for each kind
     * without a device. Drivers are queried once per process.
     */
    public static List<DeviceReport> available() {
        return Devices.found().listings().stream()
                .map(listing -> new DeviceReport(listing.name(), (Device) listing.device(), listing.description()))
                .toList();
    }

    /**
     * Returns the device of new tensors: the one selected by {@code graphkernel.device} or {@code GRAPHKERNEL_DEVICE},
     * the host by default. {@code auto} selects the first CUDA device, else the first OpenCL GPU, else the host, but no
     * other OpenCL device. The selection and its reason are logged.
     *
     * @throws DeviceUnavailableException if the selected device is unusable, with the reason
     */
    public static Device defaultDevice() {
        return (Device) Devices.byDefault();
    }

    /** Returns the size of the device's memory in bytes; for the host, the allocation limit of JavaCPP. */
    public long memoryBytes() {
        return isHost()
                ? Devices.hostMemoryBytes()
                : DeviceStates.properties(this).memoryBytes();
    }

    /**
     * Returns the current memory usage, and the number of tensors that were not closed. Tensors that the garbage
     * collector has found since the last allocation are freed first.
     */
    public MemoryUsage memory() {
        Reclamation.run();
        if (isHost()) {
            return MemoryPool.shared().usage();
        }
        DeviceInUse current = DeviceStates.openedBefore(this);
        return current == null
                ? new MemoryUsage(0, 0, memoryBytes(), 0)
                : current.memory().usage();
    }

    /**
     * Blocks until all work of all streams of this device is complete. Work on the host is complete when its call
     * returns.
     */
    public void synchronize() {
        if (!isHost()) {
            DeviceStates.inUse(this).synchronize();
            LaunchProfile.collect();
        }
    }

    /** Factory for internal code. */
    private static final class Factory extends DeviceFactory {

        @Override
        protected AbstractDevice newDevice(String type, int index, int ordinal, DiscoveredDevice found) {
            return new Device(type, index, ordinal, found);
        }

        @Override
        protected AbstractDevice host() {
            return CPU;
        }
    }
}
