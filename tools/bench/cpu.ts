/** Milliseconds of processor time of this process since an earlier look. */
export function cpuMillisSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
