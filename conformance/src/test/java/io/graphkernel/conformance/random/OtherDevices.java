package io.graphkernel.conformance.random;

import io.graphkernel.ascend.EmulatedAscend;
import io.graphkernel.conformance.OpenClDevice;
import io.graphkernel.conformance.random.ProgramChecker.Target;
import io.graphkernel.cuda.EmulatedCuda;
import io.graphkernel.runtime.Device;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The devices besides the host on which random programs run. */
final class OtherDevices {

    /**
     * Stride of the classes that are compiled for a device and run there: an OpenCL driver builds whole classes slowly, PTX is a
     * quarter of the compile time, and the model of Ascend's cores compiles kernels, too.
     */
    private static final int CLASSES = 10;

    private static final Map<Target, Device> DEVICES = find();

    private OtherDevices() {}

    private static Map<Target, Device> find() {
        Map<Target, Device> devices = new EnumMap<>(Target.class);
        // Both before the first device is queried.
        boolean hasCuda = EmulatedCuda.runsHere();
        boolean hasAscend = EmulatedAscend.runsHere();
        if (hasCuda) {
            EmulatedCuda.use();
            System.setProperty("graphkernel.cublaslt.library", "");
        }
        if (hasAscend) {
            EmulatedAscend.use();
            devices.put(Target.ASCEND, Device.ascend(0));
        }
        if (hasCuda) {
            devices.put(Target.CUDA, Device.cuda(0));
        }
        OpenClDevice.find().ifPresent(device -> devices.put(Target.OPENCL, device));
        return devices;
    }

    /** Empty if there is none, or for a target on the host. */
    static Optional<Device> device(Target target) {
        return Optional.ofNullable(DEVICES.get(target));
    }

    /** The targets on all of them. */
    static Set<Target> all() {
        return DEVICES.keySet();
    }

    /** Returns the targets of a class, on which all of its programs run. */
    static Set<Target> ofClass(long number) {
        Set<Target> targets = EnumSet.noneOf(Target.class);
        if (number % CLASSES == 0) {
            targets.add(Target.OPENCL);
        } else if (number % CLASSES == 1) {
            targets.add(Target.ASCEND);
        } else if (number % CLASSES == 2) {
            targets.add(Target.CUDA);
        }
        targets.retainAll(all());
        return targets;
    }
}
