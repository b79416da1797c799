package io.graphkernel.runtime.internal.setting;

import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.DeviceReport;
import io.graphkernel.runtime.exception.DeviceUnavailableException;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.internal.device.DeviceAccess;
import io.graphkernel.runtime.internal.device.DevicePlugin;
import io.graphkernel.runtime.internal.device.DeviceProperties;
import io.graphkernel.runtime.internal.device.DriverPlugin;
import io.graphkernel.runtime.internal.device.FoundDevice;
import io.graphkernel.runtime.internal.loading.JavaCpp;
import io.graphkernel.runtime.internal.tensor.Operands;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.bytedeco.javacpp.Pointer;

/** The devices that the plugins have found, and which one is the default. */
public final class Devices {
    private static final DeviceAccess ACCESS = DeviceAccess.get();

    /** Who asks for a device by a call. */
    private static final String THE_PROGRAM = "the program";

    private static final System.Logger LOGGER = System.getLogger("io.graphkernel");

    /** Null until they are asked for; tests put others into it. */
    static volatile Devices found;

    /** Null until it is asked for and found. */
    private static volatile Device byDefault;

    private final List<Device> usable = new ArrayList<>();
    private final List<DeviceReport> reports = new ArrayList<>();

    /**
     * Asks some plugins for their devices.
     *
     * @param plugins those of {@link DevicePlugins}, unless a test has others
     */
    Devices(List<DevicePlugin> plugins) {
        Device host = Device.cpu();
        reports.add(new DeviceReport(host.toString(), host, host.name() + ", " + host.driverVersion()));
        DevicePlugins.drivers(plugins).forEach(this::add);
    }

    private void add(DriverPlugin plugin) {
        int index = 0;
        for (FoundDevice device : plugin.find()) {
            DeviceProperties properties = device.properties();
            if (properties == null) {
                reports.add(new DeviceReport(plugin.id(), null, device.reason()));
                continue;
            }
            Device made = ACCESS.make(plugin.id(), index++, 1 + usable.size(), device);
            String described = String.format(
                    Locale.ROOT,
                    "%s, %.1f GiB, driver %s",
                    properties.name(),
                    properties.memoryBytes() / 0x1p30,
                    properties.driverVersion());
            if (device.reason() == null) {
                usable.add(made);
                reports.add(new DeviceReport(made.toString(), made, described));
            } else {
                reports.add(new DeviceReport(made.toString(), null, described + ": " + device.reason()));
            }
        }
    }

    /** What the drivers of this machine know; asked once. */
    public static Devices found() {
        Devices current = found;
        return current != null ? current : find();
    }

    private static synchronized Devices find() {
        if (found == null) {
            found = new Devices(DevicePlugins.all);
        }
        return found;
    }

    public List<DeviceReport> reports() {
        return List.copyOf(reports);
    }

    public Device gpu(int index) {
        List<Device> ordered = Stream.concat(
                        usable.stream().filter(ACCESS::isGpu), usable.stream().filter(device -> !ACCESS.isGpu(device)))
                .toList();
        if (index < 0 || index >= ordered.size()) {
            throw new DeviceUnavailableException(
                    RuntimeProblem.DEVICE_UNAVAILABLE, "gpu:" + index, reasons(""), THE_PROGRAM);
        }
        return ordered.get(index);
    }

    public Device device(String type, int index) {
        return device(type, index, THE_PROGRAM);
    }

    /**
     * A device of a driver.
     *
     * @param by who asks for it, for the message
     */
    private Device device(String type, int index, String by) {
        String name = type + ":" + index;
        return usable.stream()
                .filter(device -> device.toString().equals(name))
                .findFirst()
                .orElseThrow(() ->
                        new DeviceUnavailableException(RuntimeProblem.DEVICE_UNAVAILABLE, name, reasons(name), by));
    }

    /** Why a device, or its kind, cannot be used; if the driver does not know it, what there is. */
    private String reasons(String name) {
        return reports.stream()
                .filter(report -> report.name().equals(name) || name.startsWith(report.name() + ":"))
                .map(DeviceReport::description)
                .findFirst()
                .orElseGet(() -> others(name.substring(0, name.indexOf(':') + 1)));
    }

    /** What there is in place of a device of a kind; of all kinds if the kind is empty. */
    private String others(String kind) {
        List<DeviceReport> known = reports.stream()
                .filter(report -> report.device() != Device.cpu())
                .filter(report -> report.name().startsWith(kind))
                .toList();
        List<String> there = known.stream()
                .filter(DeviceReport::isUsable)
                .map(report -> report.name() + " (" + report.description() + ")")
                .toList();
        StringBuilder text = new StringBuilder(
                there.isEmpty() ? "there is none" : there.size() == 1 ? "there is only " : "there are only ");
        text.append(String.join(", ", there));
        known.stream()
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

    /** The device that a setting names; an empty one is the host. */
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
