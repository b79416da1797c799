package io.graphkernel.conformance.random;

import io.graphkernel.conformance.CaseForms;
import io.graphkernel.conformance.OpenClDevice;
import io.graphkernel.runtime.Device;
import java.util.Optional;

/** The OpenCL device of random programs. */
final class OpenCl {

    /** One program of so many is run on OpenCL in the normal run. */
    private static final int PART = 8;

    private static final Optional<Device> DEVICE = OpenClDevice.find();

    private OpenCl() {}

    /** Empty if there is none, which has been printed. */
    static Optional<Device> device() {
        return DEVICE;
    }

    /** Whether a program is one of those that are run there. */
    static boolean takes(Program program) {
        return CaseForms.isExhaustive() || Math.floorMod(program.name().hashCode(), PART) == 0;
    }
}
