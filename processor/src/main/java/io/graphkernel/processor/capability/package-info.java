/** What targets can do: the numbers that schedules ask for. It depends on nothing. */
package io.graphkernel.processor.capability;
