/** What targets can do: the numbers that fusion, schedules and launches ask for. It depends on nothing. */
package io.graphkernel.processor.capability;
