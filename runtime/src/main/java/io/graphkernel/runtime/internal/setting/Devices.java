package io.graphkernel.runtime.internal.setting;

import io.graphkernel.runtime.exception.DeviceUnavailableException;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.internal.device.AbstractDevice;
import io.graphkernel.runtime.internal.device.DevicePlugin;
import io.graphkernel.runtime.internal.device.DeviceProperties;
import io.graphkernel.runtime.internal.device.DeviceStates;
import io.graphkernel.runtime.internal.device.DiscoveredDevice;
import io.graphkernel.runtime.internal.device.DriverPlugin;
import io.graphkernel.runtime.internal.loading.JavaCpp;
import io.graphkernel.runtime.internal.logging.RuntimeLogger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.bytedeco.javacpp.Pointer;

/** The devices that the plugins have found, and the default device. */
public final class Devices {
    /** Origin of a request by a call, for messages. */
    private static final String THE_PROGRAM = "the program";

    /** Null until they are requested; replaced by tests. */
    static volatile Devices found;

    /** Null until it is requested and found. */
    private static volatile AbstractDevice byDefault;

    private final List<AbstractDevice> usable = new ArrayList<>();
    private final List<DeviceListing> listings = new ArrayList<>();

    /**
     * Queries plugins for their devices.
     *
     * @param plugins those of {@link DevicePlugins}, or of a test
     */
    Devices(List<DevicePlugin> plugins) {
        AbstractDevice host = DeviceStates.host();
        listings.add(new DeviceListing(host.toString(), host, host.name() + ", " + host.driverVersion()));
        DevicePlugins.drivers(plugins).forEach(this::add);
    }

    private void add(DriverPlugin plugin) {
        int index = 0;
        for (DiscoveredDevice device : plugin.find()) {
            DeviceProperties properties = device.properties();
            if (properties == null) {
                listings.add(new DeviceListing(plugin.id(), null, device.reason()));
                continue;
            }
            AbstractDevice created = DeviceStates.newDevice(plugin.id(), index++, 1 + usable.size(), device);
            String described = String.format(
                    Locale.ROOT,
                    "%s, %.1f GiB, driver %s",
                    properties.name(),
                    properties.memoryBytes() / 0x1p30,
                    properties.driverVersion());
            if (device.reason() == null) {
                usable.add(created);
                listings.add(new DeviceListing(created.toString(), created, described));
            } else {
                listings.add(new DeviceListing(created.toString(), null, described + ": " + device.reason()));
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

    /** Returns the host, every device that a driver reports, and the reason for each kind without a device. */
    public List<DeviceListing> listings() {
        return List.copyOf(listings);
    }

    /** Returns a usable device other than the host, GPUs first. */
    public AbstractDevice accelerator(int index) {
        return at(
                "accelerator",
                index,
                Stream.concat(gpus(), usable.stream().filter(device -> !DeviceStates.isGpu(device))));
    }

    /** Returns a usable GPU. */
    public AbstractDevice gpu(int index) {
        return at("gpu", index, gpus());
    }

    private Stream<AbstractDevice> gpus() {
        return usable.stream().filter(DeviceStates::isGpu);
    }

    private AbstractDevice at(String kind, int index, Stream<AbstractDevice> candidates) {
        List<AbstractDevice> ordered = candidates.toList();
        if (index < 0 || index >= ordered.size()) {
            throw new DeviceUnavailableException(
                    RuntimeProblem.DEVICE_UNAVAILABLE, kind + ":" + index, reasons(""), THE_PROGRAM);
        }
        return ordered.get(index);
    }

    public AbstractDevice device(String type, int index) {
        return device(type, index, THE_PROGRAM);
    }

    /**
     * Returns a device of a driver.
     *
     * @param by origin of the request for messages
     */
    private AbstractDevice device(String type, int index, String by) {
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
        return listings.stream()
                .filter(listing -> listing.name().equals(name) || name.startsWith(listing.name() + ":"))
                .map(DeviceListing::description)
                .findFirst()
                .orElseGet(() -> others(name.substring(0, name.indexOf(':') + 1)));
    }

    /** Returns the existing alternatives to a device of a kind; of all kinds if the kind is empty. */
    private String others(String kind) {
        List<DeviceListing> existing = listings.stream()
                .filter(listing -> listing.device() != DeviceStates.host())
                .filter(listing -> listing.name().startsWith(kind))
                .toList();
        List<String> there = existing.stream()
                .filter(DeviceListing::isUsable)
                .map(listing -> listing.name() + " (" + listing.description() + ")")
                .toList();
        StringBuilder text = new StringBuilder(
                there.isEmpty() ? "there is none" : there.size() == 1 ? "there is only " : "there are only ");
        text.append(String.join(", ", there));
        existing.stream()
                .filter(listing -> !listing.isUsable())
                .forEach(listing -> text.append("; ")
                        .append(listing.name())
                        .append(" is not usable: ")
                        .append(listing.description()));
        return text.toString();
    }

    public static AbstractDevice named(String name) {
        return named(name, THE_PROGRAM);
    }

    private static AbstractDevice named(String name, String by) {
        if (name.equals(DeviceStates.host().type())
                || name.equals(DeviceStates.host().toString())) {
            return DeviceStates.host();
        }
        int colon = name.indexOf(':');
        String type = colon < 0 ? name : name.substring(0, colon);
        String number = colon < 0 ? "0" : name.substring(colon + 1);
        if (!number.matches("[0-9]{1,4}") || !DevicePlugins.isDriver(type)) {
            throw new InvalidArgumentException(RuntimeProblem.DEVICE_NAME, name, DevicePlugins.deviceNames());
        }
        return found().device(type, Integer.parseInt(number), by);
    }

    public static AbstractDevice byDefault() {
        AbstractDevice current = byDefault;
        return current != null ? current : choose();
    }

    private static synchronized AbstractDevice choose() {
        if (byDefault == null) {
            byDefault = ofSetting(DeviceSetting.text());
        }
        return byDefault;
    }

    /** Returns the device that a setting names; the host for an empty one. */
    static AbstractDevice ofSetting(String setting) {
        if (setting.isEmpty() || DevicePlugins.host(setting) != null) {
            return DeviceStates.host();
        }
        return setting.equals(DeviceSetting.AUTO) ? found().automatic() : named(setting, DeviceSetting.source());
    }

    AbstractDevice automatic() {
        AbstractDevice chosen =
                usable.stream().filter(DeviceStates::isGpu).findFirst().orElse(DeviceStates.host());
        RuntimeLogger.get()
                .log(
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
