package io.graphkernel.runtime.internal.device;

import io.graphkernel.runtime.exception.DeviceException;
import io.graphkernel.runtime.exception.DeviceLostException;
import io.graphkernel.runtime.exception.RuntimeProblem;

/** Health of a device. Once it is lost, every later use reports the error that lost it. */
public final class DriverHealth {
    private record Loss(String call, String error, int code) {}

    private final String device;
    private volatile Loss loss;

    /**
     * Creates the health of a working device.
     *
     * @param device name of the device in messages
     */
    public DriverHealth(String device) {
        this.device = device;
    }

    /**
     * Requires that the device is not lost.
     *
     * @throws DeviceLostException if it is
     */
    public void require() {
        if (loss != null) {
            throw lost(loss);
        }
    }

    /** Returns true if the device is lost. */
    public boolean isLost() {
        return loss != null;
    }

    /**
     * Returns the exception of a failed call.
     *
     * @param call function of the driver
     * @param error name of the error
     * @param code error code
     * @param fatal true if the device is lost
     */
    public RuntimeException failure(String call, String error, int code, boolean fatal) {
        if (fatal && loss == null) {
            loss = new Loss(call, error, code);
        }
        return loss != null ? lost(loss) : new DeviceException(RuntimeProblem.DEVICE_ERROR, call, device, error, code);
    }

    private DeviceLostException lost(Loss first) {
        return new DeviceLostException(RuntimeProblem.DEVICE_LOST, device, first.call(), first.error(), first.code());
    }
}
