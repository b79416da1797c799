package io.graphkernel.runtime.generated;

import io.graphkernel.abi.KernelAbi;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.DeviceUnavailableException;
import io.graphkernel.runtime.exception.KernelLibraryException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.generated.plan.ExecutablePlan;
import io.graphkernel.runtime.generated.plan.PlanFile;
import io.graphkernel.runtime.internal.device.DeviceAccess;
import io.graphkernel.runtime.internal.device.DeviceInUse;
import io.graphkernel.runtime.internal.device.DeviceKernel;
import io.graphkernel.runtime.internal.device.DeviceProgram;
import io.graphkernel.runtime.internal.device.HostKernels;
import io.graphkernel.runtime.internal.device.HostPlugin;
import io.graphkernel.runtime.internal.loading.CompiledClass;
import io.graphkernel.runtime.internal.loading.KernelManifest;
import io.graphkernel.runtime.internal.loading.PlanResource;
import io.graphkernel.runtime.internal.loading.ProgramFile;
import io.graphkernel.runtime.internal.profile.LaunchLabel;
import io.graphkernel.runtime.internal.setting.DeviceSetting;
import io.graphkernel.runtime.internal.setting.Settings;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The compiled kernels of one class, loaded from its jar at the first use.
 *
 * <p>A call runs where its tensors are. On the host the kernels are native code for the CPU, or those of another target of the
 * host where {@code graphkernel.device} or {@code GRAPHKERNEL_DEVICE} asks for it, or where the jar holds no native build
 * for this host; the latter is said once per class in the log. On other devices they are the programs of the jar.
 *
 * <p>Making a library is cheap and never fails, so that a stub may hold it in a static field. What goes wrong at
 * loading is thrown by {@link #kernel}, at every call until it is mended.
 */
public class KernelLibrary {
    private static final DeviceAccess DEVICES = DeviceAccess.get();

    private final Class<?> stub;
    private final String name;
    private final String tag;
    private final int count;
    private volatile Kernel[] kernels;
    /** By the ordinal of the device; replaced as a whole. */
    private volatile Kernel[][] deviceKernels = {};

    /** Those that are walked. */
    private volatile ExecutablePlan[] plans;

    private final ClassConstants constants;

    /** Whether Java runs the kernels of the host. */
    private volatile boolean inJava;

    /**
     * The library of a stub; for the use of generated stubs.
     *
     * @param stub the stub class; its class loader holds the resources
     * @param name the directory below {@code META-INF/graphkernel}
     * @param tag the build of the kernels that the stub was generated with, as in their manifest
     * @param count the number of the kernels
     */
    // The constants are read at a call, and a subclass is made by then.
    @SuppressWarnings("this-escape")
    protected KernelLibrary(Class<?> stub, String name, String tag, int count) {
        this.stub = stub;
        this.name = name;
        this.tag = tag;
        this.count = count;
        this.constants =
                new ClassConstants(name, this::openConstants, () -> compiled().manifest());
    }

    /**
     * The library of a stub without kernels in Java.
     *
     * @param stub the stub class; its class loader holds the resources
     * @param name the directory below {@code META-INF/graphkernel}
     * @param tag the build of the kernels that the stub was generated with, as in their manifest
     * @param count the number of the kernels
     */
    public static KernelLibrary of(Class<?> stub, String name, String tag, int count) {
        return new KernelLibrary(stub, name, tag, count);
    }

    /** What the targets have made of the class in the stub's build. */
    private CompiledClass compiled() {
        KernelManifest manifest = KernelManifest.read(stub, name);
        manifest.requireBuild(stub, tag, count);
        return new CompiledClass(stub, name, manifest, this::javaKernels);
    }

    /**
     * The kernels of a target that compiles them to Java.
     *
     * @param target the id of the target
     * @return takes a kernel's number in place of its address; null if the class was compiled without this target
     */
    protected RangeFunction javaKernels(String target) {
        return null;
    }

    /**
     * The file of the constant tensors of the class.
     *
     * @return at its start; null if there is none
     */
    protected InputStream openConstants() {
        return null;
    }

    /**
     * A constant tensor of the class on the device of a call. All of them are loaded at the first use, and copied to a device at
     * the first use there.
     *
     * @param index its number in the class
     * @param frame the calling thread's frame
     * @return a tensor that all calls share, and that nobody writes
     * @throws KernelLibraryException if the file is missing or damaged
     * @throws io.graphkernel.runtime.exception.OutOfMemoryException if there is no such memory
     */
    public final Tensor constant(int index, LaunchFrame frame) {
        Device device = frame.device();
        return constants.on(device, DEVICES.ordinal(device), index);
    }

    /**
     * Weights of a model, copied.
     *
     * @param wanted names of the model; none for all of them
     * @return new tensors on the host by the names of the model, in its order
     * @throws KernelLibraryException if the file is missing or damaged
     * @throws io.graphkernel.runtime.exception.OutOfMemoryException if there is no such memory
     */
    public final Map<String, Tensor> weights(String... wanted) {
        return constants.named(List.of(wanted));
    }

    /**
     * A kernel of this library for the device of a call. What runs there is loaded first if need be.
     *
     * @param index the kernel's number in the manifest
     * @param frame the calling thread's frame
     * @throws KernelLibraryException if the library is missing, damaged or cannot be loaded here
     * @throws DeviceUnavailableException if the kernel uses f64 and the device has none
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

    /**
     * A plan of this library that is walked. The plans are read first if need be.
     *
     * @param index its number in the file of plans
     * @throws KernelLibraryException if the file is missing or damaged
     */
    public final ExecutablePlan plan(int index) {
        ExecutablePlan[] current = plans;
        if (current == null) {
            current = loadPlans();
        }
        if (index < 0 || index >= current.length) {
            throw new KernelLibraryException(RuntimeProblem.PLAN_MISSING, name, index, current.length);
        }
        return current[index];
    }

    private synchronized ExecutablePlan[] loadPlans() {
        if (plans == null) {
            PlanResource resource = PlanResource.read(stub, name, compiled().manifest());
            plans = PlanFile.read(resource.path(), resource.content(), this, count);
        }
        return plans;
    }

    /**
     * Begins a call: loads what runs on the frame's device unless it is loaded, and then {@linkplain LaunchFrame#enter
     * enters} the frame. Loading takes long, so that it must not lie between a tensor's address and the launch. The call
     * ends with {@link LaunchFrame#exit}.
     *
     * @param frame the calling thread's frame
     * @throws KernelLibraryException if the library is missing, damaged or cannot be loaded here; the frame is not entered
     */
    public final void enter(LaunchFrame frame) {
        require(frame);
        frame.enter();
    }

    /** Loads what runs on the frame's device. */
    private void require(LaunchFrame frame) {
        if (frame.deviceFrame() != null) {
            onDevice(frame.device());
        } else if (kernels == null) {
            load();
        }
    }

    /**
     * Begins a call that needs memory for temporaries, which is taken before the frame is entered, because an allocation may
     * wait for calls to end. The call ends with {@link LaunchFrame#leave}.
     *
     * @param frame the calling thread's frame
     * @param bytes the size of the arena
     * @return the address of the arena; see {@link LaunchFrame#arena}
     * @throws KernelLibraryException if the library is missing, damaged or cannot be loaded here; the frame is not entered
     * @throws io.graphkernel.runtime.exception.OutOfMemoryException if there is no such memory; the frame is not entered
     */
    public final long enter(LaunchFrame frame, long bytes) {
        require(frame);
        long arena = frame.arena(bytes);
        frame.enter();
        return arena;
    }

    /** A kernel of this library for the host. */
    final Kernel kernel(int index) {
        Kernel[] current = kernels;
        if (current == null) {
            current = load();
        }
        return checked(current, index);
    }

    private Kernel[] onDevice(Device device) {
        Kernel[][] loaded = deviceKernels;
        int ordinal = DEVICES.ordinal(device);
        return ordinal < loaded.length && loaded[ordinal] != null ? loaded[ordinal] : load(device);
    }

    private Kernel checked(Kernel[] current, int index) {
        if (index < 0 || index >= current.length) {
            throw new KernelLibraryException(RuntimeProblem.FUNCTION_MISSING, name, index, current.length);
        }
        return current[index];
    }

    /**
     * Whether arrays of so many bytes in all are pinned for a launch, rather than copied into tensors.
     *
     * @param bytes their size
     * @return false for more than {@link LaunchFrame#ARRAY_PIN_LIMIT} bytes, for kernels that Java runs, and if the
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
     * Whether Java runs the kernels of a call; library calls of the same plan follow.
     *
     * @param frame the calling thread's frame
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
            // A device that the user demands and that cannot be had is an error, also if all tensors are on the host.
            Device.defaultDevice();
            CompiledClass compiled = compiled();
            HostPlugin plugin = DeviceSetting.hostPlugin(compiled);
            HostKernels functions = plugin.load(compiled);
            Kernel[] loaded = new Kernel[count];
            for (int i = 0; i < count; i++) {
                LaunchLabel label = label(compiled.manifest(), i, plugin.id());
                int function = compiled.manifest().kernels().get(i).function();
                loaded[i] = functions.inJava() == null
                        ? Kernel.ofLibrary(label, functions.addresses()[function], plugin.parts())
                        : Kernel.ofJvm(label, functions.inJava(), function, plugin.parts());
            }
            inJava = functions.inJava() != null;
            kernels = loaded;
        }
        return kernels;
    }

    private synchronized Kernel[] load(Device device) {
        int ordinal = DEVICES.ordinal(device);
        if (ordinal >= deviceKernels.length || deviceKernels[ordinal] == null) {
            Settings.require();
            DeviceInUse used = DEVICES.use(device);
            CompiledClass compiled = compiled();
            KernelManifest manifest = compiled.manifest();
            compiled.requireNotLeftOut(used.driver().target(), device.toString());
            used.driver()
                    .binaryDirectory()
                    .ifPresent(directory -> compiled.requireNotLeftOut(directory, device.toString()));
            DeviceKernel[] functions =
                    manifest.functions() == 0 ? new DeviceKernel[0] : functions(used, compiled, device);
            Kernel[] loaded = new Kernel[count];
            for (int i = 0; i < count; i++) {
                DeviceKernel function = functions[manifest.kernels().get(i).function()];
                loaded[i] = function == null ? null : Kernel.ofDevice(label(manifest, i, device), function);
            }
            Kernel[][] all = Arrays.copyOf(deviceKernels, Math.max(deviceKernels.length, ordinal + 1));
            all[ordinal] = loaded;
            deviceKernels = all;
        }
        return deviceKernels[ordinal];
    }

    /** The functions of a class that has some: one that only calls libraries has no program. */
    private static DeviceKernel[] functions(DeviceInUse used, CompiledClass compiled, Device device) {
        ProgramFile file = compiled.program(used.driver().target(), device.toString());
        Optional<byte[]> binary =
                used.driver().binaryDirectory().flatMap(directory -> compiled.binary(directory, device.toString()));
        DeviceProgram program = used.load(file.resource(), file.content(), binary);
        DeviceKernel[] functions = new DeviceKernel[compiled.manifest().functions()];
        for (int i = 0; i < functions.length; i++) {
            functions[i] = ofProgram(program, file, i, device);
        }
        return functions;
    }

    /** Null for a kernel with f64, which programs leave out for a device that has none. */
    private static DeviceKernel ofProgram(DeviceProgram program, ProgramFile file, int index, Device device) {
        try {
            return program.kernel(file.function(index), file.slots(index, KernelAbi.FRAME_SLOTS));
        } catch (KernelLibraryException e) {
            if (device.supportsF64() || e.problem() != RuntimeProblem.PROGRAM_KERNEL) {
                throw e;
            }
            return null;
        }
    }

    /** How profiles call a kernel; the device is the id of a target of the host, or another device. */
    private LaunchLabel label(KernelManifest manifest, int index, Object device) {
        KernelManifest.LaunchedKernel kernel = manifest.kernels().get(index);
        return new LaunchLabel(name, kernel.method(), kernel.name(), device.toString());
    }
}
