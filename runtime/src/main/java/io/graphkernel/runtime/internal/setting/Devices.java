package io.graphkernel.runtime.internal.setting;

import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.DeviceReport;
import io.graphkernel.runtime.exception.DeviceUnavailableException;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.internal.device.DeviceAccess;
import io.graphkernel.runtime.internal.device.DevicePlugin;
import io.graphkernel.runtime.internal.device.DeviceProperties;
import io.graphkernel.runtime.internal.device.DiscoveredDevice;
import io.graphkernel.runtime.internal.device.DriverPlugin;
import io.graphkernel.runtime.internal.loading.JavaCpp;
import io.graphkernel.runtime.internal.tensor.Operands;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.bytedeco.javacpp.Pointer;

/** The devices that the plugins have found, and the default device. */
public final class Devices {
    private static final DeviceAccess ACCESS = DeviceAccess.get();

    /** Origin of a request by a call, for messages. */
    private static final String THE_PROGRAM = "the program";

    private static final System.Logger LOGGER = System.getLogger("io.graphkernel");

    /** Null until they are requested; replaced by tests. */
    static volatile Devices found;

    /** Null until it is requested and found. */
    private static volatile Device byDefault;

    private final List<Device> usable = new ArrayList<>();
    private final List<DeviceReport> reports = new ArrayList<>();

    /**
     * Queries plugins for their devices.
     *
     * @param plugins those of {@link DevicePlugins}, or of a test
     */
    Devices(List<DevicePlugin> plugins) {
        Device host = Device.cpu();
        reports.add(new DeviceReport(host.toString(), host, host.name() + ", " + host.driverVersion()));
        DevicePlugins.drivers(plugins).forEach(this::add);
    }

    private void add(DriverPlugin plugin) {
        int index = 0;
        for (DiscoveredDevice device : plugin.find()) {
            DeviceProperties properties = device.properties();
            if (properties == null) {
                reports.add(new DeviceReport(plugin.id(), null, device.reason()));
                continue;
            }
            Device created = ACCESS.newDevice(plugin.id(), index++, 1 + usable.size(), device);
            String described = String.format(
                    Locale.ROOT,
                    "%s, %.1f GiB, driver %s",
                    properties.name(),
                    properties.memoryBytes() / 0x1p30,
                    properties.driverVersion());
            if (device.reason() == null) {
                usable.add(created);
                reports.add(new DeviceReport(created.toString(), created, described));
            } else {
                reports.add(new DeviceReport(created.toString(), null, described + ": " + device.reason()));
            }
        }
    }

    /** Returns the devices of this machine's drivers, which are queried once. */
    public static Devices found() {
        Devices current = found;
        return current != null ? current : find();
    }

    private static synchronized Devices find() {
        if (found == null) {
            found = new Devices(DevicePlugins.registered);
        }
        return found;
    }

    public List<DeviceReport> reports() {
        return List.copyOf(reports);
    }

    /** Returns a usable device other than the host, GPUs first. */
    public Device accelerator(int index) {
        return at("accelerator", index, Stream.concat(gpus(), usable.stream().filter(device -> !ACCESS.isGpu(device))));
    }

    /** Returns a usable GPU. */
    public Device gpu(int index) {
        return at("gpu", index, gpus());
    }

    private Stream<Device> gpus() {
        return usable.stream().filter(ACCESS::isGpu);
    }

    private Device at(String kind, int index, Stream<Device> candidates) {
        List<Device> ordered = candidates.toList();
        if (index < 0 || index >= ordered.size()) {
            throw new DeviceUnavailableException(
                    RuntimeProblem.DEVICE_UNAVAILABLE, kind + ":" + index, reasons(""), THE_PROGRAM);
        }
        return ordered.get(index);
    }

    public Device device(String type, int index) {
        return device(type, index, THE_PROGRAM);
    }

    /**
     * Returns a device of a driver.
     *
     * @param by origin of the request for messages
     */
    private Device device(String type, int index, String by) {
        String name = type + ":" + index;
        return usable.stream()
                .filter(device -> device.toString().equals(name))
                .findFirst()
                .orElseThrow(() ->
                        new DeviceUnavailableException(RuntimeProblem.DEVICE_UNAVAILABLE, name, reasons(name), by));
    }

    /**
     * Returns the reason why a device, or its kind, is unusable; if the driver does not report it, the existing
     * devices.
     */
    private String reasons(String name) {
        return reports.stream()
                .filter(report -> report.name().equals(name) || name.startsWith(report.name() + ":"))
                .map(DeviceReport::description)
                .findFirst()
                .orElseGet(() -> others(name.substring(0, name.indexOf(':') + 1)));
    }

    /** Returns the existing alternatives to a device of a kind; of all kinds if the kind is empty. */
    private String others(String kind) {
        List<DeviceReport> existing = reports.stream()
                .filter(report -> report.device() != Device.cpu())
                .filter(report -> report.name().startsWith(kind))
                .toList();
        List<String> there = existing.stream()
                .filter(DeviceReport::isUsable)
                .map(report -> report.name() + " (" + report.description() + ")")
                .toList();
        StringBuilder text = new StringBuilder(
                there.isEmpty() ? "there is none" : there.size() == 1 ? "there is only " : "there are only ");
        text.append(String.join(", ", there));
        existing.stream()
                .filter(report -> !report.isUsable())
                .forEach(report -> text.append("; ")
                        .append(report.name())
                        .append(" is not usable: ")
                        .append(report.description()));
        return text.toString();
    }

    public static Device named(String name) {
        return named(name, THE_PROGRAM);
    }

    private static Device named(String name, String by) {
        Operands.attribute("Device.of", "name", name);
        if (name.equals(Device.cpu().type()) || name.equals(Device.cpu().toString())) {
            return Device.cpu();
        }
        int colon = name.indexOf(':');
        String type = colon < 0 ? name : name.substring(0, colon);
        String number = colon < 0 ? "0" : name.substring(colon + 1);
        if (!number.matches("[0-9]{1,4}") || !DevicePlugins.isDriver(type)) {
            throw new InvalidArgumentException(RuntimeProblem.DEVICE_NAME, name, DevicePlugins.deviceNames());
        }
        return found().device(type, Integer.parseInt(number), by);
    }

    public static Device byDefault() {
        Device current = byDefault;
        return current != null ? current : choose();
    }

    private static synchronized Device choose() {
        if (byDefault == null) {
            byDefault = ofSetting(DeviceSetting.text());
        }
        return byDefault;
    }

    /** Returns the device that a setting names; the host for an empty one. */
    static Device ofSetting(String setting) {
        if (setting.isEmpty() || DevicePlugins.host(setting) != null) {
            return Device.cpu();
        }
        return setting.equals(DeviceSetting.AUTO) ? found().automatic() : named(setting, DeviceSetting.source());
    }

    Device automatic() {
        Device chosen = usable.stream().filter(ACCESS::isGpu).findFirst().orElse(Device.cpu());
        LOGGER.log(
                Level.INFO,
                "device {0} ({1}) is the default: {2}",
                chosen,
                chosen.name(),
                chosen.isHost()
                        ? "there is no GPU, and auto takes no other device; besides the host " + others("")
                        : "it is the first GPU");
        return chosen;
    }

    public static long hostMemoryBytes() {
        JavaCpp.ensureLoaded();
        long limit = Pointer.maxPhysicalBytes();
        return limit > 0 ? limit : Runtime.getRuntime().maxMemory();
    }
}
