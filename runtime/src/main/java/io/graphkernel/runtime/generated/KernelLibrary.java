package io.graphkernel.runtime.generated;

import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.DeviceUnavailableException;
import io.graphkernel.runtime.exception.KernelLibraryException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.generated.jvm.RangeFunction;
import io.graphkernel.runtime.internal.device.DeviceInUse;
import io.graphkernel.runtime.internal.device.DeviceStates;
import io.graphkernel.runtime.internal.loading.CompiledClass;
import io.graphkernel.runtime.internal.loading.KernelManifest;
import io.graphkernel.runtime.internal.loading.PlanResource;
import io.graphkernel.runtime.internal.setting.Settings;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * The compiled kernels of one class, loaded from its jar at the first use.
 *
 * <p>A call runs where its tensors are. On the host, the kernels are native code for the CPU. Another host target runs
 * if {@code graphkernel.device} or {@code GRAPHKERNEL_DEVICE} selects it, or if the jar has no native build for this
 * host, which is logged once per class. On devices, the programs of the jar run.
 *
 * <p>Construction is cheap and never fails, so that a stub may hold a library in a static field. Load failures are
 * thrown by {@link #kernel}, at every call until the cause is fixed.
 */
public class KernelLibrary {

    private final Class<?> stub;
    private final String name;
    private final String tag;
    private final int count;
    private final String manifestHash;

    private volatile Kernel[] kernels;
    /** Kernels by ordinal of the device; replaced as a whole. */
    private volatile Kernel[][] deviceKernels = {};

    /** Interpreted plans. */
    private volatile Object[] plans;

    private final ClassConstants constants;

    /** True if the host kernels run in Java. */
    private volatile boolean inJava;

    /**
     * Creates the library of a generated stub.
     *
     * @param stub stub class, whose class loader finds the resources
     * @param name directory below {@code META-INF/graphkernel}
     * @param tag build of the kernels that the stub was generated with, as in their manifest
     * @param count number of kernels
     * @param manifestHash SHA-256 of the manifest in hexadecimal
     */
    // The constants are read at a call, after the subclass has been constructed.
    @SuppressWarnings("this-escape")
    protected KernelLibrary(Class<?> stub, String name, String tag, int count, String manifestHash) {
        this.stub = stub;
        this.name = name;
        this.tag = tag;
        this.count = count;
        this.manifestHash = manifestHash;
        this.constants =
                new ClassConstants(name, this::openConstants, () -> compiled().manifest());
    }

    /**
     * Returns the library of a stub without Java kernels.
     *
     * @param stub stub class, whose class loader finds the resources
     * @param name directory below {@code META-INF/graphkernel}
     * @param tag build of the kernels that the stub was generated with, as in their manifest
     * @param count number of kernels
     * @param manifestHash SHA-256 of the manifest in hexadecimal
     */
    public static KernelLibrary of(Class<?> stub, String name, String tag, int count, String manifestHash) {
        return new KernelLibrary(stub, name, tag, count, manifestHash);
    }

    /** Returns the target outputs for the class in the stub's build. */
    private CompiledClass compiled() {
        KernelManifest manifest = KernelManifest.read(stub, name);
        manifest.requireBuild(stub, tag, count);
        manifest.requireHash(manifestHash);
        return new CompiledClass(stub, name, manifest, this::javaKernels);
    }

    /**
     * Returns the kernels of a target that compiles to Java.
     *
     * @param target id of the target
     * @return a function that takes the index of a kernel instead of its address; null if the class was compiled
     *     without this target
     */
    protected RangeFunction javaKernels(String target) {
        return null;
    }

    /**
     * Opens the file of the constant tensors of the class.
     *
     * @return a stream at its start; null if there is none
     */
    protected InputStream openConstants() {
        return null;
    }

    /**
     * Returns a constant tensor of the class on the device of a call. All constants are loaded at the first use, and
     * copied to a device at the first use there.
     *
     * @param index index of the constant in the class
     * @param frame frame of the calling thread
     * @return a read-only tensor that all calls share
     * @throws KernelLibraryException if the file is missing or damaged
     * @throws io.graphkernel.runtime.exception.OutOfMemoryException if the allocation fails
     */
    public final Tensor constant(int index, LaunchFrame frame) {
        Device device = frame.device();
        return constants.on(device, DeviceStates.ordinal(device), index);
    }

    /**
     * Returns copies of the weights of a model.
     *
     * @param requested names of the model; none for all of them
     * @return new host tensors by the names of the model, in its order
     * @throws KernelLibraryException if the file is missing or damaged
     * @throws io.graphkernel.runtime.exception.OutOfMemoryException if the allocation fails
     */
    public final Map<String, Tensor> weights(String... requested) {
        return constants.named(List.of(requested));
    }

    /**
     * Returns a kernel of this library for the device of a call, loading the library first if necessary.
     *
     * @param index index of the kernel in the manifest
     * @param frame frame of the calling thread
     * @throws KernelLibraryException if the library is missing, damaged or cannot be loaded here
     * @throws DeviceUnavailableException if the kernel uses f64 and the device does not support it
     */
    public final Kernel kernel(int index, LaunchFrame frame) {
        if (frame.deviceFrame() == null) {
            return kernel(index);
        }
        Kernel kernel = checked(onDevice(frame.device()), index);
        if (kernel == null) {
            throw new DeviceUnavailableException(RuntimeProblem.NO_F64, frame.device(), name);
        }
        return kernel;
    }

    /** Reads the interpreted plans of a class. */
    @FunctionalInterface
    public interface PlanSource {

        /**
         * Reads plans.
         *
         * @param resource origin of the bytes for messages
         * @param bytes contents of a plan file
         * @param library library with the kernels of the class
         * @param kernels number of kernels
         * @return the plans by index
         */
        Object[] read(String resource, byte[] bytes, KernelLibrary library, int kernels);
    }

    /**
     * Returns an interpreted plan of this library, reading the plans first if necessary.
     *
     * @param index index of the plan in the file of plans
     * @param source reads the file
     * @throws KernelLibraryException if the file is missing or damaged
     */
    public final Object plan(int index, PlanSource source) {
        Object[] current = plans;
        if (current == null) {
            current = loadPlans(source);
        }
        if (index < 0 || index >= current.length) {
            throw new KernelLibraryException(RuntimeProblem.PLAN_MISSING, name, index, current.length);
        }
        return current[index];
    }

    private synchronized Object[] loadPlans(PlanSource source) {
        if (plans == null) {
            PlanResource resource = PlanResource.read(stub, name, compiled().manifest());
            plans = source.read(resource.path(), resource.content(), this, count);
        }
        return plans;
    }

    /**
     * Begins a call: loads the kernels for the frame's device if necessary, then {@linkplain LaunchFrame#enter enters}
     * the frame. Loading is slow and must not happen between reading a tensor's address and the launch.
     * {@link LaunchFrame#exit} ends the call.
     *
     * @param frame frame of the calling thread
     * @throws KernelLibraryException if the library is missing, damaged or cannot be loaded here; the frame is not
     *     entered
     */
    public final void enter(LaunchFrame frame) {
        require(frame);
        frame.enter();
    }

    /** Loads the kernels for the frame's device if necessary. */
    private void require(LaunchFrame frame) {
        if (frame.deviceFrame() != null) {
            onDevice(frame.device());
        } else if (kernels == null) {
            load();
        }
    }

    /**
     * Begins a call that needs memory for temporaries. The memory is allocated before the frame is entered, because an
     * allocation may block until other calls end. {@link LaunchFrame#leave} ends the call.
     *
     * @param frame frame of the calling thread
     * @param bytes size of the arena
     * @return the address of the arena; see {@link LaunchFrame#arena}
     * @throws KernelLibraryException if the library is missing, damaged or cannot be loaded here; the frame is not
     *     entered
     * @throws io.graphkernel.runtime.exception.OutOfMemoryException if the allocation fails; the frame is not entered
     */
    public final long enter(LaunchFrame frame, long bytes) {
        require(frame);
        long arena = frame.arena(bytes);
        frame.enter();
        return arena;
    }

    /** Returns a kernel of this library for the host. */
    final Kernel kernel(int index) {
        Kernel[] current = kernels;
        if (current == null) {
            current = load();
        }
        return checked(current, index);
    }

    private Kernel[] onDevice(Device device) {
        Kernel[][] loaded = deviceKernels;
        int ordinal = DeviceStates.ordinal(device);
        return ordinal < loaded.length && loaded[ordinal] != null ? loaded[ordinal] : load(device);
    }

    private Kernel checked(Kernel[] current, int index) {
        if (index < 0 || index >= current.length) {
            throw new KernelLibraryException(RuntimeProblem.FUNCTION_MISSING, name, index, current.length);
        }
        return current[index];
    }

    /**
     * Returns true if arrays of a given total size are pinned for a launch instead of copied into tensors.
     *
     * @param bytes total size of the arrays
     * @return false for more than {@link LaunchFrame#ARRAY_PIN_LIMIT} bytes, for kernels that run in Java, and if the
     *     default device is not the host
     */
    public final boolean pins(long bytes) {
        if (!Device.defaultDevice().isHost()) {
            return false;
        }
        if (kernels == null) {
            load();
        }
        return !inJava && LaunchFrame.pins(bytes);
    }

    /**
     * Returns true if the kernels of a call run in Java; library calls of the same plan do as well.
     *
     * @param frame frame of the calling thread
     * @return false for native code, and on devices other than the host
     */
    public final boolean runsOnJvm(LaunchFrame frame) {
        if (frame.deviceFrame() != null) {
            return false;
        }
        if (kernels == null) {
            load();
        }
        return inJava;
    }

    private synchronized Kernel[] load() {
        if (kernels == null) {
            Settings.require();
            // A selected device that is unavailable is an error even if all tensors are on the host.
            Device.defaultDevice();
            KernelLoader.HostLoad loaded = new KernelLoader(name, compiled()).onHost();
            inJava = loaded.inJava();
            kernels = loaded.kernels();
        }
        return kernels;
    }

    private synchronized Kernel[] load(Device device) {
        int ordinal = DeviceStates.ordinal(device);
        if (ordinal >= deviceKernels.length || deviceKernels[ordinal] == null) {
            Settings.require();
            DeviceInUse used = DeviceStates.inUse(device);
            Kernel[] loaded = new KernelLoader(name, compiled()).onDevice(device, used);
            Kernel[][] byDevice = Arrays.copyOf(deviceKernels, Math.max(deviceKernels.length, ordinal + 1));
            byDevice[ordinal] = loaded;
            deviceKernels = byDevice;
        }
        return deviceKernels[ordinal];
    }
}
