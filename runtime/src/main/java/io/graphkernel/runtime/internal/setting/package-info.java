/**
 * Execution environment: the registry of plugins that run kernels, the devices that they find, the device setting, and
 * the validation of all settings.
 */
package io.graphkernel.runtime.internal.setting;
